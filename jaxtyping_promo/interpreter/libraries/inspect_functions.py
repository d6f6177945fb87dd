"""The ``inspect`` module: the signatures of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..values import BoundMethod, Function, Opaque, Partial, Transformed, Value, each
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("inspect.signature")
def _signature(run: Run, call: Call) -> Value:
    """``inspect.signature(f)``: an object whose ``parameters`` has the names of the parameters."""

    def one(item: Any) -> Value:
        names = parameters(item)
        if names is None:
            return run.unknown("the signature of a function")
        by_name: dict[Any, Value] = {name: (Opaque("inspect.Parameter"),) for name in names}
        found = run.allocate("dict", by_name, label="parameters")
        return run.allocate("instance", {"parameters": found}, label="signature")

    return each(call.get(0, "obj"), one)


def parameters(item: Any) -> list[str] | None:
    """The names of a function's parameters in their order; None if unknown."""
    if isinstance(item, Function):
        node = item.definition.node.args
        starred = [each.arg for each in (node.vararg, node.kwarg) if each is not None]
        return [*item.definition.names, *item.definition.keyword_only, *starred]
    if isinstance(item, BoundMethod):
        names = parameters(item.function)
        return None if names is None else names[1:]
    if isinstance(item, (Transformed, Partial)):
        names = parameters(item.function[0]) if len(item.function) == 1 else None
        count = len(item.arguments) if isinstance(item, Partial) else 0
        return None if names is None else names[count:]
    return None
