"""The Kullback-Leibler divergences of TensorFlow Probability, which other packages register for their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..classes import class_of
from ..values import Class, External, Transformed, Value, only
from .registry import model
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..run import Run

DISTRIBUTIONS: Final = "tensorflow_probability.substrates.jax.distributions"
REGISTERED: Final = "divergences"
"""The key of `Run.models` under which the registered functions are kept by their pair of classes."""


@model(f"{DISTRIBUTIONS}.RegisterKL", f"{DISTRIBUTIONS}.kullback_leibler.RegisterKL")
def _register(run: Run, call: Call) -> Value:
    """``RegisterKL(cls_a, cls_b)``: a decorator of the function for these classes."""
    classes = (("first", call.get(0, "dist_cls_a")), ("second", call.get(1, "dist_cls_b")))
    return (Transformed("registers a divergence", (), classes),)


def _registered(run: Run, item: Transformed, call: Call) -> Value:
    function = call.get(0, "kl_fn")
    pair = only(item.option("first")), only(item.option("second"))
    run.models.setdefault(REGISTERED, {})[pair] = function
    run.memo.forget()
    return function


CALLERS["registers a divergence"] = _registered


@model(f"{DISTRIBUTIONS}.kl_divergence", f"{DISTRIBUTIONS}.kullback_leibler.kl_divergence")
def _divergence(run: Run, call: Call) -> Value:
    """``kl_divergence(p, q)``: calls the function that is registered for the nearest classes."""
    orders = [_order(run, only(call.get(position, name))) for position, name in enumerate(("p", "q"))]
    known: dict[Any, Value] = run.models.get(REGISTERED, {})
    candidates = sorted(
        (
            (first + second, function)
            for first, one in enumerate(orders[0])
            for second, other in enumerate(orders[1])
            if (function := known.get((one, other))) is not None
        ),
        key=lambda candidate: candidate[0],
    )
    if not candidates:
        for value in call.everything():
            run.escape(value, "a divergence is computed with it")
        return run.unknown("the divergence of these distributions is not known")
    rest = {name: value for name, value in call.keywords.items() if name not in ("p", "q", "allow_nan_stats")}
    return run.call(candidates[0][1], [call.get(0, "p"), call.get(1, "q")], rest, node=call.node, label="divergence")


def _order(run: Run, item: Any) -> list[Any]:
    """The classes of an instance, from its own class to the outermost base class."""
    info = class_of(run, item)
    if info is None or info.is_open:
        return []
    return [External(each) if isinstance(each, str) else Class(each) for each in info.mro]
