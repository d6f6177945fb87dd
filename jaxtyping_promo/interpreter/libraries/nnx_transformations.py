"""Transformations of flax.nnx: they pass modules by reference, and gradients are states of parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..iteration import known_items
from ..pytrees import flatten
from ..values import (
    ABSENT,
    BOTTOM,
    FALSE,
    External,
    Object,
    Partial,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .custom_derivatives import Differentiation, differentiating
from .derivatives import gradient_of
from .nnx_graphs import PYTREE, inherits, state_of
from .pytree_classes import nnx_references
from .registry import model
from .transformations import CALLERS, to_arrays, traced_outside

if TYPE_CHECKING:
    from ..run import Run


@model("flax.nnx.grad", "flax.nnx.value_and_grad")
def _grad(run: Run, call: Call) -> Value:
    """``nnx.grad(f, argnums=..., has_aux=...)``."""
    keywords = dict(call.keywords)
    function = call.arguments[0] if call.arguments else keywords.pop("f", BOTTOM)
    if not function:
        return (Partial((External(call.name),), (), tuple(keywords.items())),)
    keywords["returns value"] = of_constant(call.short_name == "value_and_grad")
    return each(function, lambda item: (Transformed("nnx grad", (item,), tuple(keywords.items())),))


@model("flax.nnx.DiffState")
def _diff_state(run: Run, call: Call) -> Value:
    fields: dict[Any, Value] = {"argnum": call.get(0, "argnum"), "filter": call.get(1, "filter")}
    return run.allocate("instance", fields, label="DiffState")


def _call_grad(run: Run, item: Transformed, call: Call) -> Value:
    """Call a function, and return the gradients of its differentiated arguments, and perhaps its value."""
    with nnx_references(run, is_on=True):
        return _value_and_gradients(run, item, call)


def _value_and_gradients(run: Run, item: Transformed, call: Call) -> Value:
    requested = item.option("argnums") or of_constant(0)
    one = only(requested, Tuple)
    positions = [_position(run, part) for part in (one.items if one is not None else (requested,))]
    has_aux = constant_of(item.option("has_aux") or FALSE)
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments)]
    with differentiating(run) as rules, run.staging(), nnx_references(run, is_on=False):
        result = run.call(item.function, arguments, call.keywords, node=call.node, star=call.star,
                          double_star=call.double_star, label=("nnx grad", call.label))  # fmt: skip
    if run.heap is None:
        return BOTTOM
    flag = traced_outside(run, call.everything())
    if has_aux is ABSENT:
        return run.unknown("has_aux is not known")
    value, auxiliary = result, BOTTOM
    if has_aux:
        pair = known_items(run, result)
        if pair is None or len(pair) != 2:
            return run.unknown("the auxiliary result of a function")
        value, auxiliary = pair
    value = to_arrays(run, value, ("result", id(call.node), call.label), flag=flag)
    if any(position is None or position[0] >= len(arguments) for position in positions):
        gradients: Value = run.unknown("the gradients of arguments that are not known")
    else:
        parts = tuple(_gradient(run, arguments[p[0]], p[1], call, item, rules) for p in positions if p is not None)
        gradients = (Tuple(parts),) if one is not None else parts[0]
    if constant_of(item.option("returns value")) is True:
        return (Tuple(((Tuple((value, auxiliary)),) if has_aux else value, gradients)),)
    return (Tuple((gradients, auxiliary)),) if has_aux else gradients


CALLERS["nnx grad"] = _call_grad


def _position(run: Run, value: Value) -> tuple[int, Value] | None:
    """The position of a differentiated argument, and the filter of its variables."""
    number = constant_of(value)
    if isinstance(number, int):
        return number, BOTTOM
    item = only(value, Object)
    fields = run.object(item).fields if item is not None else {}
    number = constant_of(fields.get("argnum", BOTTOM))
    return (number, fields["filter"]) if isinstance(number, int) else None


def _gradient(
    run: Run, argument: Value, pattern: Value, call: Call, item: Transformed, rules: Differentiation
) -> Value:
    """The gradient of an argument: of a module, a state of its parameters."""
    if any(inherits(run, leaf_item, PYTREE) for leaf in flatten(run, argument)[0] for leaf_item in leaf):
        wanted = pattern or parameter_class(run)
        argument = state_of(run, argument, wanted, ("gradient", id(call.node), call.label), copies=True)
    return gradient_of(run, argument, call, item, rules, is_certain=False)


def parameter_class(run: Run) -> Value:
    """The class `nnx.Param`."""
    from ..imports import imported_name

    return imported_name(run, "flax.nnx.variablelib", "Param") or run.unknown("nnx.Param")
