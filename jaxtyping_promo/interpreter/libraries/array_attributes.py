"""Attributes of arrays, of JAX and of NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...rules.tables import rule as find_rule
from ..arrays import in_modes, numpy_system
from ..values import (
    ANY_BOOL,
    ANY_INT,
    Array,
    Items,
    Method,
    NumPyArray,
    Opaque,
    Shape,
    Tuple,
    Unknown,
    Value,
    of_bool,
    of_constant,
    of_size,
)
from .dtype_values import dtype_of

if TYPE_CHECKING:
    from ..run import Run


def array_attribute(run: Run, item: Array | NumPyArray, name: str) -> Value:
    """``array.name``."""
    match name:
        case "dtype":
            return dtype_of(run, (item,))
        case "shape":
            return shape_value(item.shape)
        case "ndim":
            return ANY_INT if item.shape is None else of_constant(len(item.shape))
        case "size":
            from ...jaxtyping.shape_rules import product

            size = None if item.shape is None else product(item.shape)
            return of_constant(size) if isinstance(size, int) else ANY_INT
        case "T" | "mT":
            return (_replaced(item, _transposed(item.shape, name)),)
        case "real" | "imag":
            return _part(run, item, name)
        case "weak_type":
            if isinstance(item, Array) and item.dtype is not None:
                return of_bool(item.dtype.startswith("weak_"))
            return ANY_BOOL
        case "nbytes" | "itemsize":
            return ANY_INT
        case "sharding" | "device" | "devices" | "aval" | "flags" | "traceback" | "vma" | "committed":
            return (Opaque(f"array.{name}"),) if name != "aval" else (item,)
        case "flat":
            return (Items(run_item(run, item)),)
    return (Method(name, item),)


def run_item(run: Run, item: Any) -> Value:
    """One number of an array, as iterating over ``x.flat`` gives it."""
    return (_replaced(item, ()),)


def _replaced(item: Any, shape: Shape | None) -> Any:
    if isinstance(item, Array):
        return Array(item.dtype, shape, item.origins, item.is_struct, item.cause, item.traced)
    return NumPyArray(item.dtype, shape, shape == () if shape is not None else None, origins=item.origins)


def _transposed(shape: Shape | None, name: str) -> Shape | None:
    if shape is None:
        return None
    return shape[::-1] if name == "T" else (*shape[:-2], *shape[:-3:-1])


def shape_value(shape: Shape | None) -> Value:
    """A shape as a tuple of the program."""
    if shape is None:
        return (Items(ANY_INT, "tuple"),)
    return (Tuple(tuple(map(of_size, shape))),)


def _part(run: Run, item: Array | NumPyArray, name: str) -> Value:
    if isinstance(item, NumPyArray):
        dtype = None if item.dtype is None else numpy_system().unary("abs", item.dtype)
        is_complex = item.dtype is not None and item.dtype.startswith("complex")
        return (NumPyArray(dtype if is_complex else item.dtype, item.shape, item.is_scalar, origins=item.origins),)
    if item.dtype is None:
        return (item,)
    rule = find_rule(f"jax.Array.{name}", run.finder.jax_version)
    assert rule is not None
    from .jax_functions import RuleCall

    return in_modes(run, lambda system: RuleCall(run, rule, f"jax.Array.{name}", {"self": (item,)}, system).value())


def method_attribute(run: Run, item: Method, name: str) -> Value:
    """An attribute of a method: ``x.at[i].set``."""
    if item.name == "__dict__":
        return (Method(f"__dict__.{name}", item.receiver),)
    if item.name == "at[]":
        return (Method(f"at.{name}", item.receiver, item.extra),)
    if item.name == "at" and name == "__getitem__":
        return run.unknown("x.at.__getitem__")
    return (Unknown(f"the attribute {name!r} of a method", run.place),)
