"""Equinox's filtered transformations: arrays take part in the transformation, every other leaf stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..arrays import strong, traced
from ..call import Call
from ..pytrees import map_leaves
from ..values import (
    BOTTOM,
    Array,
    BoundMethod,
    External,
    NumPyArray,
    Object,
    Partial,
    Transformed,
    Tuple,
    Value,
    each,
    only,
)
from .registry import model
from .traces import traced_once
from .transformations import CALLERS, FUNCTION_PARAMETERS, traced_outside

if TYPE_CHECKING:
    from ..run import Run

FILTERED: Final[dict[str, str]] = {
    "equinox.filter_jit": "equinox jit", "equinox.filter_checkpoint": "equinox jit",
    "equinox.internal.noinline": "equinox jit",
}  # fmt: skip
"""The kind of each filtered transformation by its full name."""


@model(*FILTERED)
def filtered_transformation(run: Run, call: Call) -> Value:
    """``eqx.filter_jit(f, ...)``, or ``eqx.filter_jit(...)`` as a decorator with options."""
    keywords = dict(call.keywords)
    function: Value = call.arguments[0] if call.arguments else BOTTOM
    for name in FUNCTION_PARAMETERS:
        function = function or keywords.pop(name, BOTTOM)
    if not function:
        return (Partial((External(call.name),), (), tuple(keywords.items())),)
    return each(function, lambda item: (Transformed(FILTERED[call.name], (item,), tuple(keywords.items())),))


# ------------------------------------------------------------------------------------------------------ leaves


def filtered_arrays(run: Run, value: Value, label: Any = None, flag: bool | None = True) -> Value:
    """A pytree whose arrays of JAX and NumPy are arrays of JAX; all other leaves stay as they are."""

    def leaf(old: Value) -> Value:
        return each(old, lambda item: traced(run, (item,), flag) if _is_array(item) else (item,))

    return map_leaves(run, value, leaf, label)


def _is_array(item: Any) -> bool:
    return isinstance(item, NumPyArray) or (isinstance(item, Array) and not item.is_struct)


def filtered_traced(run: Run, values: Iterable[Value]) -> bool | None:
    """Whether the results of a filtered function are traced."""
    return traced_outside(run, values)


def _arguments(run: Run, call: Call) -> tuple[list[Value], dict[str, Value]]:
    arguments = [filtered_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments)]
    return arguments, {name: filtered_arrays(run, value, name) for name, value in call.keywords.items()}


# --------------------------------------------------------------------------------------------- calls of the results


def _jit(run: Run, item: Transformed, call: Call) -> Value:
    """``filter_jit(f)(...)``."""
    arguments, keywords = _arguments(run, call)
    function = each(item.function, lambda one: _filtered_function(run, one))
    flag = filtered_traced(run, call.everything())

    def evaluate() -> Value:
        with run.staging():
            return run.call(function, arguments, keywords, node=call.node, star=call.star,
                            double_star=call.double_star, label=("filter_jit", call.label))  # fmt: skip

    method = only(function, BoundMethod)
    given = [*arguments, *keywords.values()] if method is None else [(method.receiver,), *arguments, *keywords.values()]
    target = function if method is None else (method.function,)
    result = traced_once(run, target, given, evaluate, static=(*keywords,) if call.is_exact else None)
    return filtered_arrays(run, result, ("result", id(call.node), call.label), flag) if run.heap is not None else BOTTOM


def _filtered_function(run: Run, item: Any) -> Value:
    """A function that is itself a pytree, such as a method of a module, with traced arrays."""
    if isinstance(item, BoundMethod) and isinstance(item.receiver, Object):
        receiver = filtered_arrays(run, (item.receiver,), "receiver")
        return each(receiver, lambda one: (BoundMethod(item.function, one),))
    return filtered_arrays(run, (item,), "function") if isinstance(item, Object) else (item,)


CALLERS["equinox jit"] = _jit

# ----------------------------------------------------------------------------------- functions that transform at once


@model("equinox.filter_eval_shape", "equinox.internal.cached_filter_eval_shape", "equinox.cached_filter_eval_shape")
def _eval_shape(run: Run, call: Call) -> Value:
    """``filter_eval_shape(f, ...)``: the arrays of the result as `jax.ShapeDtypeStruct`."""

    def argument(old: Value) -> Value:
        return each(old, lambda item: traced(run, (item,)) if isinstance(item, (Array, NumPyArray)) else (item,))

    def struct(old: Value) -> Value:
        return each(old, lambda item: (_struct(run, item),))

    label = ("eval_shape", id(call.node), call.label)
    arguments = [map_leaves(run, value, argument, (label, index)) for index, value in enumerate(call.arguments)]
    keywords = {name: map_leaves(run, value, argument, (label, name)) for name, value in call.keywords.items()}
    with run.staging():
        result = run.call(arguments[0] if arguments else BOTTOM, arguments[1:], keywords, node=call.node, label=label)
    if run.heap is None:
        return BOTTOM
    return map_leaves(run, filtered_arrays(run, result, ("result", label)), struct, ("struct", label))


def _struct(run: Run, item: Any) -> Any:
    if not isinstance(item, Array):
        return item
    return Array(strong(run, item.dtype), item.shape, item.origins, True, item.cause)


@model("equinox.filter_closure_convert", "equinox.internal.closure_to_pytree")
def _closure_convert(run: Run, call: Call) -> Value:
    """``filter_closure_convert(f, *args)``: traces the function once, and returns it."""
    function = call.get(0, "fn")
    options: tuple[tuple[str, Value], ...] = ()
    if call.short_name == "filter_closure_convert":
        keywords = run.allocate("dict", dict(call.keywords), label="in_struct")
        given: Value = (Tuple(((Tuple(tuple(call.arguments[1:])),), keywords)),)
        structs = map_leaves(run, given, lambda leaf: each(leaf, lambda item: (_struct(run, item),)), "in_struct")
        options = (("in_struct", structs), ("out_struct", _eval_shape(run, call)))
    return each(function, lambda item: (Transformed("plain", (item,), options),))


@model("equinox.filter_pure_callback")
def _pure_callback(run: Run, call: Call) -> Value:
    """``filter_pure_callback(callback, *args, result_shape_dtypes=...)``."""

    def leaf(old: Value) -> Value:
        return each(old, lambda item: (replace(item, is_struct=False),) if isinstance(item, Array) else (item,))

    return map_leaves(run, call.keywords.get("result_shape_dtypes", BOTTOM), leaf, "callback")


@model("equinox.filter_shard")
def _shard(run: Run, call: Call) -> Value:
    return filtered_arrays(run, call.get(0, "x"), "shard", filtered_traced(run, call.arguments[:1]))
