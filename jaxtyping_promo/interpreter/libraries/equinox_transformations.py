"""Equinox's filtered transformations: arrays take part in the transformation, every other leaf stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ...dtype_info import dtype_info
from ..arrays import strong, traced
from ..call import Call
from ..iteration import known_items
from ..pytrees import map_leaves
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    BoundMethod,
    External,
    NumPyArray,
    Object,
    Partial,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    of_constant,
)
from .registry import model
from .transformations import CALLERS, FUNCTION_PARAMETERS, forward, traced_outside

if TYPE_CHECKING:
    from ..run import Run

FILTERED: Final[dict[str, str]] = {
    "equinox.filter_jit": "equinox jit", "equinox.filter_vmap": "equinox vmap", "equinox.filter_pmap": "equinox vmap",
    "equinox.filter_checkpoint": "equinox jit", "equinox.filter_grad": "equinox grad",
    "equinox.filter_value_and_grad": "equinox grad and value", "equinox.filter_custom_jvp": "equinox custom",
    "equinox.filter_custom_vjp": "equinox custom", "equinox.internal.noinline": "equinox jit",
    "equinox.filter_jacfwd": "equinox jacobian", "equinox.filter_jacrev": "equinox jacobian",
    "equinox.filter_hessian": "equinox jacobian",
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
    with run.staging():
        result = run.call(function, arguments, keywords, node=call.node, star=call.star, double_star=call.double_star,
                          label=("filter_jit", call.label))  # fmt: skip
    return filtered_arrays(run, result, ("result", id(call.node), call.label), flag) if run.heap is not None else BOTTOM


def _filtered_function(run: Run, item: Any) -> Value:
    """A function that is itself a pytree, such as a method of a module, with traced arrays."""
    if isinstance(item, BoundMethod) and isinstance(item.receiver, Object):
        receiver = filtered_arrays(run, (item.receiver,), "receiver")
        return each(receiver, lambda one: (BoundMethod(item.function, one),))
    return filtered_arrays(run, (item,), "function") if isinstance(item, Object) else (item,)


def _custom(run: Run, item: Transformed, call: Call) -> Value:
    """``filter_custom_jvp`` and ``filter_custom_vjp``: the function itself, as long as it is not differentiated."""
    arguments, keywords = _arguments(run, call)
    run.memo.spoil()
    run.models["custom derivatives"] = run.models.get("custom derivatives", 0) + 1
    return forward(run, item, call, arguments, keywords)


def _vmap(run: Run, item: Transformed, call: Call) -> Value:
    """``filter_vmap(f)(...)``: each array that is mapped loses an axis."""
    from .transformations import without_shape

    axes = item.option("in_axes")
    rows = known_items(run, axes) if axes else None
    arguments: list[Value] = []
    sizes: set[int | None] = set()
    for index, value in enumerate(call.arguments):
        axis = rows[index] if rows is not None and index < len(rows) else axes or of_constant(0)
        arguments.append(_without_axis(run, value, axis, index, sizes))
    result = forward(run, item, call, arguments, dict(call.keywords))
    if run.heap is None:
        return BOTTOM
    flag = filtered_traced(run, call.everything())
    label = ("batched", id(call.node), call.label)
    if item.option("out_axes") and constant_of(item.option("out_axes")) != 0:
        return filtered_arrays(run, map_leaves(run, result, without_shape, label), label, flag)
    size = sizes.pop() if len(sizes) == 1 else None

    def batched(leaf: Value) -> Value:
        return each(leaf, lambda one: (_with_axis(one, size),))

    return map_leaves(run, filtered_arrays(run, result, ("result", label), flag), batched, label)


def _with_axis(item: Any, size: int | None) -> Any:
    if not isinstance(item, Array):
        return item
    return replace(item, shape=None if item.shape is None else (size, *item.shape))


def _without_axis(run: Run, value: Value, axis: Value, label: Any, sizes: set[int | None]) -> Value:
    """An argument as the mapped function receives it."""
    from .transformations import without_axis

    number = constant_of(axis)
    if number is None:
        return filtered_arrays(run, value, ("argument", label))

    def leaf(old: Value) -> Value:
        def one(item: Any) -> Value:
            if not _is_array(item):
                return (item,)
            if number == 0 and item.shape:
                sizes.add(item.shape[0] if isinstance(item.shape[0], int) else None)
            return traced(run, (without_axis(item, number if isinstance(number, int) else None),))

        return each(old, one)

    return map_leaves(run, value, leaf, ("without axis", label))


def _grad(run: Run, item: Transformed, call: Call) -> Value:
    """``filter_grad`` and ``filter_value_and_grad``: the gradients of the inexact arrays of the first argument."""
    arguments, keywords = _arguments(run, call)
    custom = run.models.get("custom derivatives", 0)
    result = forward(run, item, call, arguments, keywords)
    if run.heap is None or not arguments:
        return BOTTOM
    has_aux = constant_of(item.option("has_aux", of_constant(False)))
    if has_aux is ABSENT:
        return run.unknown("has_aux is not known")
    is_custom = run.models.get("custom derivatives", 0) != custom
    gradients = inexact_parts(run, arguments[0], ("gradient", id(call.node), call.label), is_custom=is_custom)
    result = filtered_arrays(run, result, ("result", id(call.node)), filtered_traced(run, call.everything()))
    if item.kind == "equinox grad and value":
        return (Tuple((result, gradients)),)
    if not has_aux:
        return gradients
    pair = known_items(run, result)
    if pair is None or len(pair) != 2:
        return run.unknown("the auxiliary result of a function")
    return (Tuple((gradients, pair[1])),)


def inexact_parts(run: Run, value: Value, label: Any, *, is_custom: bool = False) -> Value:
    """A pytree of gradients or tangents: inexact arrays keep their dtype, all other leaves are None."""

    def leaf(old: Value) -> Value:
        return each(old, one)

    def one(item: Any) -> Value:
        if not isinstance(item, (Array, NumPyArray)) or (isinstance(item, Array) and item.is_struct):
            return NONE if type(item).__name__ != "Unknown" else (item,)
        dtype = item.dtype if isinstance(item, NumPyArray) else strong(run, item.dtype)
        if dtype is None or is_custom:
            cause = "the gradient comes from a custom rule" if dtype else "the gradient of an array of unknown dtype"
            return (Array(None, item.shape, cause=cause),)
        if dtype.startswith("key") or not dtype_info(dtype).is_inexact:
            return NONE
        return (Array(dtype, item.shape, item.origins, traced=True if run.staged else None),)

    return map_leaves(run, value, leaf, label)


def _jacobian(run: Run, item: Transformed, call: Call) -> Value:
    arguments, keywords = _arguments(run, call)
    forward(run, item, call, arguments, keywords)
    return run.unknown("a Jacobian")


CALLERS.update(
    {
        "equinox jit": _jit, "equinox vmap": _vmap, "equinox grad": _grad, "equinox grad and value": _grad,
        "equinox custom": _custom, "equinox jacobian": _jacobian,
    }
)  # fmt: skip

# ----------------------------------------------------------------------------------- functions that transform at once


@model("equinox.filter_vjp")
def _vjp(run: Run, call: Call) -> Value:
    """``filter_vjp(f, *primals)``: the result, and the function that gives the cotangents."""
    primals = [filtered_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments[1:])]
    custom = run.models.get("custom derivatives", 0)
    result = run.call(call.get(0, "fun"), primals, {}, node=call.node, label=("filter_vjp", call.label))
    if run.heap is None:
        return BOTTOM
    is_custom = run.models.get("custom derivatives", 0) != custom
    label = ("cotangent", id(call.node), call.label)
    cotangents = tuple(
        inexact_parts(run, value, (label, index), is_custom=is_custom) for index, value in enumerate(primals)
    )
    pullback: Value = (Transformed("constant", (Tuple(cotangents),)),)
    has_aux = constant_of(call.keywords.get("has_aux", of_constant(False)))
    if has_aux is False:
        return (Tuple((filtered_arrays(run, result, ("result", label)), pullback)),)
    pair = known_items(run, result)
    if has_aux is ABSENT or pair is None or len(pair) != 2:
        return run.unknown("the auxiliary result of a function")
    return (Tuple((filtered_arrays(run, pair[0], ("result", label)), pullback, pair[1])),)


@model("equinox.filter_jvp")
def _jvp(run: Run, call: Call) -> Value:
    """``filter_jvp(f, primals, tangents)``: the result and its tangent."""
    primals = known_items(run, call.get(1, "primals"))
    if primals is None:
        run.escape(call.get(0, "fn"), "filter_jvp of unknown arguments")
        return run.unknown("filter_jvp of unknown arguments")
    arguments = [filtered_arrays(run, value, ("argument", index)) for index, value in enumerate(primals)]
    rest = {name: value for name, value in call.keywords.items() if name not in ("fn", "primals", "tangents")}
    custom = run.models.get("custom derivatives", 0)
    result = run.call(call.get(0, "fn"), arguments, rest, node=call.node, label=("filter_jvp", call.label))
    if run.heap is None:
        return BOTTOM
    label = ("tangent", id(call.node), call.label)
    result = filtered_arrays(run, result, ("result", label))
    is_custom = run.models.get("custom derivatives", 0) != custom
    return (Tuple((result, inexact_parts(run, result, label, is_custom=is_custom))),)


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
    if call.short_name == "filter_closure_convert":
        _eval_shape(run, call)
    return each(function, lambda item: (Transformed("plain", (item,)),))


@model("equinox.filter_pure_callback")
def _pure_callback(run: Run, call: Call) -> Value:
    """``filter_pure_callback(callback, *args, result_shape_dtypes=...)``."""

    def leaf(old: Value) -> Value:
        return each(old, lambda item: (replace(item, is_struct=False),) if isinstance(item, Array) else (item,))

    return map_leaves(run, call.keywords.get("result_shape_dtypes", BOTTOM), leaf, "callback")


@model("equinox.filter_shard")
def _shard(run: Run, call: Call) -> Value:
    return filtered_arrays(run, call.get(0, "x"), "shard", filtered_traced(run, call.arguments[:1]))
