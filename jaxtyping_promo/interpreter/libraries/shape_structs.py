"""``jax.eval_shape`` and ``jax.ShapeDtypeStruct``: arrays without values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import Call
from ..pytrees import map_leaves
from ..values import (
    BOTTOM,
    Array,
    Value,
    each,
)
from .registry import model
from .traces import traced_once
from .transformations import to_arrays

if TYPE_CHECKING:
    from ..run import Run


@model("jax.eval_shape", "flax.nnx.eval_shape")
def _eval_shape(run: Run, call: Call) -> Value:
    return eval_shape(run, call.get(0, "fun"), call.arguments[1:], call.keywords, call)


def eval_shape(run: Run, function: Value, arguments: list[Value], keywords: dict[str, Value], call: Call) -> Value:
    """``jax.eval_shape(f, *args)``: the shapes and dtypes of the result, weak types included."""
    given = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(arguments)]
    named = {name: to_arrays(run, value, name) for name, value in keywords.items()}

    def evaluate() -> Value:
        with run.staging():
            return run.call(function, given, named, node=call.node, star=call.star, label=("eval_shape", call.label))

    key = ("jit", tuple(named), (False,) * len(given), ()) if call.is_exact else None  # it finds the traces of `jit`
    result = traced_once(run, function, [*given, *named.values()], evaluate, static=key)
    if run.heap is None:
        return BOTTOM
    result = to_arrays(run, result, ("result", id(call.node)))

    def struct(leaf: Value) -> Value:
        return each(
            leaf,
            lambda one: (
                (Array(one.dtype, one.shape, one.origins, True, one.cause),) if isinstance(one, Array) else (one,)
            ),
        )

    return map_leaves(run, result, struct, ("struct", id(call.node)))


@model("jax.ShapeDtypeStruct", "jax.core.ShapedArray")
def _struct(run: Run, call: Call) -> Value:
    from .dtype_values import dtype_origins, requested_dtype
    from .function_shapes import sizes_of

    dtype = call.get(1, "dtype")
    name = requested_dtype(dtype)
    shape = sizes_of(run, call.get(0, "shape"))
    if name in ("int", "float", "complex", "bool"):
        name = {"int": "int64", "float": "float64", "complex": "complex128", "bool": "bool_"}[name]
    return (
        Array(name, shape, dtype_origins(run, dtype, "a ShapeDtypeStruct"), True, "" if name else "an unknown dtype"),
    )
