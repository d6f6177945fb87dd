"""Corrects the results of operators on NumPy's arrays and numbers where NumPy's stubs state a wrong dtype.

The stubs state a dtype even if that of an operand is unknown: for any array ``x``, ``x / 2`` is float64 to them, and
``np.int32(2) * x`` is int32. A result is known only if all dtypes that the operands may have lead to it.
"""

from __future__ import annotations

from functools import lru_cache

from mypy.plugin import MethodContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from ...inference.operand import PLATFORM_DTYPES, has_dtype
from ...inference.operators import MOST_ANSWERS
from ...systems import get_system
from ..any_type import ANYTHING
from ..types.numpy_types import unknown_result, with_scalar_type
from ..types.operands import is_ndarray, known_dtype
from .operand_dtypes import numpy_dtypes

REPEATING = ("builtins.list.__mul__", "builtins.tuple.__mul__")
"""The methods that repeat a list or tuple."""


def operator_result(ctx: MethodContext, op: str, left: Type, right: Type) -> Type:
    """The result of an operator on NumPy operands.

    Args:
        ctx: the call of the operator's method.
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the types of the operands.
    """
    stated = get_proper_type(ctx.default_return_type)
    is_pair = isinstance(stated, TupleType) and len(stated.items) == 2
    stated_dtype = known_dtype(stated.items[0] if isinstance(stated, TupleType) and is_pair else stated)
    if stated_dtype is None:
        return ctx.default_return_type
    dtypes = _result_dtypes(op, numpy_dtypes(left), numpy_dtypes(right))
    if dtypes is None or dtypes <= {*PLATFORM_DTYPES.get(stated_dtype, (stated_dtype,))}:
        return ctx.default_return_type
    if len(dtypes) == 1 and not is_pair:
        return with_scalar_type(ctx.api, ctx.default_return_type, *dtypes)
    return unknown_result(stated)


@lru_cache(MOST_ANSWERS)
def _result_dtypes(op: str, left: tuple[str, ...], right: tuple[str, ...]) -> frozenset[str] | None:
    """The dtypes of NumPy's results for operands of these dtypes; None if NumPy lacks one of them."""
    system = get_system("numpy")
    if not all(has_dtype(system, dtype) for dtype in left + right):
        return None
    results = (system.binary(op, one, other) for one in left for other in right)
    return frozenset(result for result in results if result is not None)


def repeated(ctx: MethodContext) -> Type:
    """Hook of ``list * n``: NumPy converts the list to an array; mypy treats the array as an integer."""
    operand = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    is_array = isinstance(operand, Instance) and is_ndarray(operand)
    return ANYTHING if is_array else ctx.default_return_type
