"""Opens the results of loops, branches and compiled functions in files that switch compilation off.

Under ``jax.disable_jit()``, JAX runs them as Python code, which returns Python numbers instead of weak arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, UnionType

from ...dtype_info import dtype_info
from ..any_type import ANYTHING
from ..mypy_compat.modules import current_file
from ..types.array_types import unfolded
from ..types.operands import as_array, dtypes_of
from ..variables.assignments import assignments_of

AnyCall = TypeVar("AnyCall", FunctionContext, MethodContext)


def with_possible_numbers(hook: Callable[[AnyCall], Type]) -> Callable[[AnyCall], Type]:
    """A hook whose results are `Any` in place of weak arrays, if the file switches compilation off."""

    def answered(ctx: AnyCall) -> Type:
        result = hook(ctx)
        return _without_weak_arrays(result) if assignments_of(current_file(ctx.api)).disables_jit else result

    return answered


def _without_weak_arrays(t: Type) -> Type:
    """A type with `Any` in place of arrays that may be weak."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[*map(_without_weak_arrays, proper.items)])
    if isinstance(proper, UnionType):
        return UnionType.make_union([*map(_without_weak_arrays, proper.items)])
    if not isinstance(proper, Instance):
        return t
    if as_array(proper) is None:
        return proper.copy_modified(args=[*map(_without_weak_arrays, proper.args)]) if proper.args else t
    return ANYTHING if any(dtype_info(dtype).is_weak for dtype in dtypes_of(proper) or ()) else t
