"""Methods of JAX's ufuncs, such as ``jnp.add.reduce``, and functions of `jax.numpy` that call a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..arrays import strong
from ..call import Call
from ..iteration import known_items
from ..pytrees import map_leaves
from ..values import (
    NONE,
    Array,
    External,
    Number,
    NumPyArray,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .jax_functions import call_jax
from .registry import model
from .transformations import CALLERS, strengthened, to_arrays, traced_outside, without_shape

if TYPE_CHECKING:
    from ..run import Run

UFUNCS: Final = (
    "add", "subtract", "multiply", "maximum", "minimum", "logaddexp", "logaddexp2", "bitwise_and", "bitwise_or",
    "bitwise_xor", "logical_and", "logical_or", "logical_xor",
)  # fmt: skip
"""The binary ufuncs of `jax.numpy` whose methods are modelled."""
REDUCTIONS: Final[dict[str, str]] = {"add": "sum", "multiply": "prod"}
"""The ufuncs whose reduction is another function of `jax.numpy`, with its rule."""
ACCUMULATIONS: Final[dict[str, str]] = {"add": "cumsum", "multiply": "cumprod"}


def _ufunc(call: Call) -> str:
    return call.name.split(".")[2]


@model(*(f"jax.numpy.{name}.reduce" for name in UFUNCS), *(f"jax.numpy.{name}.accumulate" for name in UFUNCS))
def _reduce(run: Run, call: Call) -> Value:
    """``jnp.add.reduce(a, axis, dtype)`` and ``jnp.add.accumulate(a, axis, dtype)``; the result is not weak."""
    return strengthened(run, _reduced(run, call))


def _reduced(run: Run, call: Call) -> Value:
    ufunc, table = _ufunc(call), REDUCTIONS if call.short_name == "reduce" else ACCUMULATIONS
    array, dtype = call.get(0, "a"), call.get(2, "dtype", NONE)
    keywords = {} if dtype == NONE else {"dtype": dtype}
    if ufunc in table:
        return without_shape(call_jax(run, f"jax.numpy.{table[ufunc]}", call.with_arguments([array], keywords)))
    if keywords:
        return run.unknown(f"jnp.{ufunc}.{call.short_name} with a dtype")
    return without_shape(call_jax(run, f"jax.numpy.{ufunc}", call.with_arguments([array, array], {})))


@model(*(f"jax.numpy.{name}.outer" for name in UFUNCS))
def _outer(run: Run, call: Call) -> Value:
    """``jnp.add.outer(a, b)``."""
    arguments = [call.get(0, "A"), call.get(1, "B")]
    return without_shape(call_jax(run, f"jax.numpy.{_ufunc(call)}", call.with_arguments(arguments, {})))


@model(*(f"jax.numpy.{name}.at" for name in UFUNCS))
def _at(run: Run, call: Call) -> Value:
    """``jnp.add.at(a, indices, b, inplace=False)``: an array like `a`."""
    return to_arrays(run, call.get(0, "a"), "at", flag=traced_outside(run, call.everything()))


@model("jax.numpy.where")
def _where(run: Run, call: Call) -> Value:
    """``jnp.where(condition)`` gives indices, as `jnp.nonzero` does."""
    if call.is_exact and len(call.arguments) == 1 and not call.keywords.keys() & {"x", "y"}:
        return call_jax(run, "jax.numpy.nonzero", call)
    return call_jax(run, "jax.numpy.where", call)


@model("jax.numpy.atleast_1d", "jax.numpy.atleast_2d", "jax.numpy.atleast_3d")
def _atleast(run: Run, call: Call) -> Value:
    """``jnp.atleast_1d(x)`` is an array, ``jnp.atleast_1d(x, y)`` a sequence of arrays."""
    if call.is_exact and len(call.arguments) > 1 and not call.keywords:
        arrays = [call_jax(run, call.name, call.with_arguments([each], {})) for each in call.arguments]
        return (Tuple(tuple(arrays)),)
    return call_jax(run, call.name, call)


@model("jax.numpy.frompyfunc")
def _frompyfunc(run: Run, call: Call) -> Value:
    """``jnp.frompyfunc(f, nin, nout)``: a function of arrays."""
    return each(call.get(0, "func"), lambda one: (Transformed("ufunc", (one,)),))


def _call_ufunc(run: Run, item: Transformed, call: Call) -> Value:
    flag = traced_outside(run, call.everything())
    arguments = [to_arrays(run, value, ("operand", index)) for index, value in enumerate(call.arguments)]
    scalars = [map_leaves(run, value, _scalar, ("scalar", index)) for index, value in enumerate(arguments)]
    result = run.call(item.function, scalars, {}, node=call.node, star=call.star, label=("ufunc", call.label))
    result = to_arrays(run, result, ("ufunc", id(call.node), call.label), flag=flag)
    return map_leaves(run, result, without_shape, ("broadcast", id(call.node), call.label))


def _scalar(leaf: Value) -> Value:
    return tuple(
        Array(item.dtype, (), item.origins, False, item.cause, item.traced) if isinstance(item, Array) else item
        for item in leaf
    )


CALLERS["ufunc"] = _call_ufunc


@model("jax.numpy.apply_along_axis")
def _apply_along_axis(run: Run, call: Call) -> Value:
    """``jnp.apply_along_axis(f, axis, arr, *args)``: calls `f` with the lines of an array, or with the only line."""
    given = call.get(2, "arr")
    one = only(given, (Array, NumPyArray))
    if one is not None and one.shape is not None and len(one.shape) == 1:
        return run.call(call.get(0, "func1d"), [given, *call.arguments[3:]], {}, node=call.node, label=call.label)
    if any(isinstance(item, NumPyArray) and item.shape is None for item in given):
        run.escape(call.get(0, "func1d"), "it is applied to a NumPy array, or to JAX's arrays of its lines")
        return run.unknown("a function that is applied to a NumPy array, or to JAX's arrays of its lines")
    flag = traced_outside(run, call.everything())
    array = to_arrays(run, given, "array")
    line = each(array, lambda one: (_line(one),))
    result = run.call(call.get(0, "func1d"), [line, *call.arguments[3:]], {}, node=call.node, label=call.label)
    result = to_arrays(run, result, ("along", id(call.node), call.label), flag=flag)
    return map_leaves(run, result, without_shape, ("along axis", id(call.node), call.label))


def _line(item: Any) -> Any:
    return Array(item.dtype, (None,), item.origins, False, item.cause, True) if isinstance(item, Array) else item


@model("jax.numpy.apply_over_axes")
def _apply_over_axes(run: Run, call: Call) -> Value:
    """``jnp.apply_over_axes(f, a, axes)``: calls ``f(a, axis)`` for each axis."""
    axes = call.get(2, "axes")
    items = [axes] if isinstance(only(axes), Number) else known_items(run, axes)
    if items is None:
        run.escape(call.get(0, "func"), "it is applied over unknown axes")
        return run.unknown("a function that is applied over unknown axes")
    value = to_arrays(run, call.get(1, "a"), "array", flag=traced_outside(run, call.everything()))
    for index, axis in enumerate(items):
        value = run.call(call.get(0, "func"), [value, axis], {}, node=call.node, label=("axis", index, call.label))
        value = map_leaves(run, value, without_shape, ("over axis", index, call.label))
    return value


@model("jax.numpy.fromfunction")
def _fromfunction(run: Run, call: Call) -> Value:
    """``jnp.fromfunction(f, shape, dtype=float)``: calls `f` with the indices of each axis."""
    from .dtype_values import requested_dtype

    sizes = known_items(run, call.get(1, "shape"))
    dtype = call.get(-1, "dtype", (External("builtins.float"),))
    name = requested_dtype(dtype)
    if sizes is None or name is None:
        run.escape(call.get(0, "function"), "it is called with unknown indices")
        return run.unknown("a function of unknown indices")
    name = strong(run, f"weak_{name}") if name in ("int", "float", "complex") else name
    keywords = {key: value for key, value in call.keywords.items() if key not in ("function", "shape", "dtype")}
    indices: list[Value] = [(Array(name, None, traced=True),) for _ in sizes]
    result = run.call(call.get(0, "function"), indices, keywords, node=call.node, label=("indices", call.label))
    flag = traced_outside(run, [])
    result = to_arrays(run, result, ("from", id(call.node), call.label), flag=flag)
    return map_leaves(run, result, without_shape, ("from function", id(call.node), call.label))


@model("jax.linear_transpose")
def _linear_transpose(run: Run, call: Call) -> Value:
    """``jax.linear_transpose(f, *primals)``: a function that returns a tuple of cotangents like the primals."""
    from ..values import Tuple

    arguments = [to_arrays(run, value, ("primal", index)) for index, value in enumerate(call.arguments[1:])]
    run.call(call.get(0, "fun"), arguments, {}, node=call.node, label=("transpose", call.label))
    flag = True if run.staged else None
    cotangents = [to_arrays(run, value, ("cotangent", index), flag=flag) for index, value in enumerate(arguments)]
    return (Transformed("constant", (Tuple(tuple(cotangents)),)),)


@model("jax.closure_convert")
def _closure_convert(run: Run, call: Call) -> Value:
    """``jax.closure_convert(f, *examples)``: the function with the constants that it closes over as arguments."""
    from ..values import Items, Tuple

    count = of_constant(len(call.arguments) - 1)
    converted = each(call.get(0, "fun"), lambda one: (Transformed("converted closure", (one,), (("count", count),)),))
    return (Tuple((converted, (Items(run.unknown("a constant of a closure"), "tuple"),))),)


def _call_converted(run: Run, item: Transformed, call: Call) -> Value:
    count = constant_of(item.option("count"))
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments[:count])]
    result = run.call(item.function, arguments, {}, node=call.node, label=("converted", call.label))
    flag = traced_outside(run, call.everything())
    return to_arrays(run, result, ("converted", id(call.node), call.label), flag=flag)


CALLERS["converted closure"] = _call_converted
