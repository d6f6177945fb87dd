"""Exponents that are arrays without dimensions, whose value JAX may know: ``n = jnp.int32(3); x**n``.

JAX then multiplies the base with itself, so that the result keeps the base's dtype, also a weak one. Otherwise the
exponent takes part in promotion. No type says how many dimensions an array has, and whether JAX knows its value. So
the result is unknown here where the two dtypes differ, and the interpreter tells which one it is.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, NameExpr, OperatorAssignmentStmt, OpExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type

from ...dtype_info import dtype_info
from ...inference.operand import converted, possible_dtypes
from ...system import System
from ..contexts import Context
from ..mypy_compat.modules import current_file
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .array_types import unfolded
from .operands import as_array, dtypes_of, operands


def may_keep_base_dtype(ctx: Context, result: Type, left: Type, right: Type, system: System) -> bool:
    """Whether a power may have the dtype of its base instead of the promoted dtype.

    Args:
        ctx: the place of the operator or call.
        result: the type that promotion gives.
        left, right: the types of the base and the exponent.
        system: the promotion system.
    """
    dtypes, bases = dtypes_of(result), operands(left)
    if dtypes is None or bases is None or not _is_integer_array(right):
        return False
    base_dtypes = {converted(system, dtype) for dtype in possible_dtypes(bases)}
    if {*dtypes} == {system.scalars.get(dtype, dtype) for dtype in base_dtypes}:
        return False
    match ctx.context:
        case OpExpr(right=exponent) | OperatorAssignmentStmt(rvalue=exponent) | CallExpr(args=[_, exponent, *_]):
            return not _has_dimensions(ctx.api, inner_value(exponent))
    return False


def _has_dimensions(api: CheckerPluginInterface, exponent: Expression) -> bool:
    """Whether an exponent counts as an array with dimensions: a parameter of a function that its file does not name."""
    assignments = assignments_of(current_file(api))
    function = assignments.parameters.get(key_of(exponent) or "") if isinstance(exponent, NameExpr) else None
    return function is not None and function not in assignments.used_names


def _is_integer_array(t: Type) -> bool:
    """Whether a type is an array of integers."""
    proper = unfolded(t)
    dtypes = dtypes_of(proper) if isinstance(proper, Instance) and as_array(proper) is not None else None
    return dtypes is not None and all(dtype_info(dtype).is_integer for dtype in dtypes)
