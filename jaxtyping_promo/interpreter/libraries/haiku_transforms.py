"""dm-haiku's `transform` and `multi_transform`: pairs of functions, ``init`` and ``apply``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..classes import make_named_tuple
from ..iteration import known_items
from ..pytrees import flatten, unflatten
from ..stacks import pushed
from ..values import (
    BOTTOM,
    FALSE,
    NONE,
    TRUE,
    Class,
    Object,
    Transformed,
    Tuple,
    Value,
    constant_of,
    of_bool,
    of_constant,
    only,
)
from . import flax_scopes as scopes
from .haiku_modules import Transform, transforms
from .registry import model
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..run import Run


@model("haiku.transform", "haiku.transform_with_state")
def _transform(run: Run, call: Call) -> Value:
    """``hk.transform(f)``: a pair of functions, ``init`` and ``apply``."""
    has_state = call.short_name == "transform_with_state"
    options = (("state", of_bool(has_state)), ("rng", TRUE))
    return _pair(run, call.get(0, "f"), options)


@model("haiku.without_state")
def _without_state(run: Run, call: Call) -> Value:
    return run.unknown("haiku.without_state has no model")


@model("haiku.multi_transform", "haiku.multi_transform_with_state")
def _multi_transform(run: Run, call: Call) -> Value:
    """``hk.multi_transform(f)``: `f` returns a function for ``init``, and a tree of functions for ``apply``."""
    function = call.get(0, "f")
    options = (("state", of_bool(call.short_name == "multi_transform_with_state")), ("rng", TRUE))
    tree = _functions_of(run, function, call)
    if tree is None or run.heap is None:
        return run.unknown("hk.multi_transform of a function that is not known")
    leaves, structure = flatten(run, tree)

    def part(index: int) -> Value:
        return (Transformed("haiku part", function, (("index", of_constant(index)),)),)

    applied = [(Transformed("haiku apply", part(index), options),) for index in range(len(leaves))]
    init: Value = (Transformed("haiku init", part(-1), options),)
    return _named_pair(
        run, "MultiTransformed", init, unflatten(run, structure, iter(applied), ("apply", id(call.node)))
    )


def _functions_of(run: Run, function: Value, call: Call) -> Value | None:
    """The tree of functions that the argument of `multi_transform` returns; its call leaves nothing behind."""
    start = run.live
    run.heap = start.branch()
    was_on, run.records.is_on = run.records.is_on, False
    with pushed(transforms(run), Transform(scopes.open_root(run))):
        result = run.call(function, [], {}, node=call.node, label=("functions", call.label))
    run.records.is_on = was_on
    pair = known_items(run, result) if run.heap is not None else None
    return pair[1] if pair is not None and len(pair) == 2 else None


def _call_part(run: Run, item: Transformed, call: Call) -> Value:
    """Call one of the functions that the argument of `multi_transform` returns, which is called first."""
    pair = known_items(run, run.call(item.function, [], {}, node=call.node, label=("functions", call.label)))
    index = constant_of(item.option("index"))
    if run.heap is None or pair is None or len(pair) != 2 or not isinstance(index, int):
        return run.unknown("the functions of hk.multi_transform are not known") if run.heap is not None else BOTTOM
    function = pair[0] if index < 0 else flatten(run, pair[1])[0][index]
    return run.call(function, call.arguments, call.keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=("part", index, call.label))  # fmt: skip


CALLERS["haiku part"] = _call_part


@model("haiku.without_apply_rng")
def _without_rng(run: Run, call: Call) -> Value:
    """``hk.without_apply_rng(f)``: ``apply`` takes no key."""
    pair = only(call.get(0, "f"), Tuple)
    if pair is None or len(pair.items) != 2:
        return run.unknown("the argument of hk.without_apply_rng is not known")
    leaves, structure = flatten(run, pair.items[1])
    known = [only(leaf, Transformed) for leaf in leaves]
    applied: list[Value] = [
        (Transformed("haiku apply", one.function, (("state", one.option("state")), ("rng", FALSE))),)
        for one in known if one is not None
    ]  # fmt: skip
    if len(applied) != len(leaves):
        return run.unknown("the argument of hk.without_apply_rng is not known")
    return (Tuple((pair.items[0], unflatten(run, structure, iter(applied), ("apply", id(call.node)))), pair.cls),)


def _pair(run: Run, function: Value, options: tuple[tuple[str, Value], ...]) -> Value:
    init: Value = (Transformed("haiku init", function, options),)
    return _named_pair(run, "Transformed", init, (Transformed("haiku apply", function, options),))


def _named_pair(run: Run, name: str, init: Value, apply: Value) -> Value:
    cls = only(make_named_tuple(run, name, ["init", "apply"], []), Class)
    return (Tuple((init, apply), None if cls is None else cls.site),)


def _run(run: Run, item: Transformed, call: Call, root: Object, first: int) -> Value:
    with pushed(transforms(run), Transform(root)):
        return run.call(item.function, call.arguments[first:], call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=("haiku", call.label))  # fmt: skip


def _init(run: Run, item: Transformed, call: Call) -> Value:
    """``init(rng, *args)``: the parameters, and the state if there is one."""
    root = scopes.new_root(run, BOTTOM, mutable=TRUE, rngs=call.get(0, "rng"), initializing=True,
                           label=("haiku", call.label))  # fmt: skip
    _run(run, item, call, root, 1)
    if run.heap is None:
        return BOTTOM
    parts = tuple(_collection(run, root, name, call) for name in ("params", "state"))
    return (Tuple(parts),) if constant_of(item.option("state")) is True else parts[0]


def _collection(run: Run, root: Object, name: str, call: Call) -> Value:
    nested = scopes.variables(run, root, lambda each_name: each_name == name, ("haiku", name, call.label))
    found = scopes.child(run, nested, name)
    return found or run.allocate("dict", {}, label=("haiku", name))


def _apply(run: Run, item: Transformed, call: Call) -> Value:
    """``apply(params, [state,] [rng,] *args)``."""
    has_state = constant_of(item.option("state")) is True
    has_rng = constant_of(item.option("rng")) is True
    parts: dict[Any, Value] = {"params": call.get(0, "params")}
    if has_state:
        parts["state"] = call.get(1, "state")
    given = run.allocate("dict", parts, label=("haiku given", call.label))
    position = 1 + has_state
    rng = call.get(position, "rng") if has_rng else NONE
    if "rng" in call.keywords:
        call = call.with_arguments(call.arguments, {k: v for k, v in call.keywords.items() if k != "rng"})
        position -= 1
    root = scopes.new_root(run, given, mutable=TRUE, rngs=rng, initializing=False, label=("haiku", call.label))
    result = _run(run, item, call, root, position + has_rng)
    if run.heap is None or not has_state:
        return result
    return (Tuple((result, _collection(run, root, "state", call))),)


CALLERS["haiku init"] = _init
CALLERS["haiku apply"] = _apply
