"""Finds exponents that are arrays without dimensions, whose value JAX may know: ``n = jnp.int32(3); x**n``.

JAX then multiplies the base with itself, so that the result keeps the base's dtype, also a weak one. Otherwise the
exponent takes part in promotion. No type says how many dimensions an array has, and whether JAX knows its value.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type

from ...dtype_info import dtype_info
from ...inference.operand import converted, possible_dtypes
from ...rules.jax_numpy import CREATION
from ...system import System
from ..contexts import Context
from ..jax_names import DTYPES_MODULE
from ..mypy_compat import current_file, stored_type
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.written_values import is_number
from .array_types import unfolded
from .operands import as_array, dtypes_of, is_python_number, operands

CONVERSIONS = frozenset(("jax.numpy.array", "jax.numpy.asarray"))
"""The functions that turn a number into an array without dimensions."""
OF_SHAPES = frozenset(f"jax.numpy.{name}" for name in ("empty", "full", "ones", "zeros"))
"""The functions whose first argument is the shape of the result."""
ELEMENTWISE = ("jax.numpy.", "jax.lax.", "_operator.")
"""The prefixes of functions that return an array without dimensions if all their arguments have none."""
REDUCTIONS = frozenset(("argmax", "argmin", "count_nonzero", "max", "min", "prod", "sum"))
"""The functions, and methods of arrays, that return an array without dimensions if they get the array alone."""
UNCHANGED = frozenset(("astype", "copy"))
"""The methods that return an array of the same shape."""
MOST_STEPS = 8
"""The largest number of nested expressions and variables to look into."""


def is_base_kept(ctx: Context, result: Type, left: Type, right: Type, system: System) -> bool:
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
            return _has_no_dimensions(ctx.api, exponent, MOST_STEPS)
    return False


def _is_integer_array(t: Type) -> bool:
    """Whether a type is an array of integers."""
    proper = unfolded(t)
    dtypes = dtypes_of(proper) if isinstance(proper, Instance) and as_array(proper) is not None else None
    return dtypes is not None and all(dtype_info(dtype).is_integer for dtype in dtypes)


def _has_no_dimensions(api: CheckerPluginInterface, expression: Expression, steps: int) -> bool:
    """Whether the program shows that a value may be a number, or an array without dimensions."""
    if steps == 0:
        return False
    value = inner_value(expression)
    match value:
        case NameExpr():
            key = key_of(value)
            if key is None or _is_number(api, value):
                return key is not None
            assignments = assignments_of(current_file(api))
            values = [*assignments.values.get(key, ()), *assignments.passed.get(key, ())]
            if any(_has_no_dimensions(api, one, steps - 1) for one in values):
                return True
            return any(_may_hold_numbers(api, one, steps - 1) for one in assignments.unpacked.get(key, ()))
        case UnaryExpr(expr=inner):
            return _has_no_dimensions(api, inner, steps - 1)
        case OpExpr(left=left, right=right):
            return all(_has_no_dimensions(api, one, steps - 1) for one in (left, right))
        case IndexExpr(index=TupleExpr(items=indices)):
            return all(_is_number(api, index) for index in indices)
        case IndexExpr(index=index):
            return _is_number(api, index)
        case CallExpr(callee=RefExpr(fullname=name), args=[_, *_] as given) if name:
            return _returns_no_dimensions(api, name, given, steps - 1)
        case CallExpr(callee=MemberExpr(expr=owner, name=name), args=given):
            return not given if name in REDUCTIONS else name in UNCHANGED and _has_no_dimensions(api, owner, steps - 1)
    return _is_number(api, value)


def _returns_no_dimensions(api: CheckerPluginInterface, name: str, given: Sequence[Expression], steps: int) -> bool:
    """Whether a call of a function, by its full name, may return an array without dimensions."""
    if name in OF_SHAPES:
        return isinstance(given[0], TupleExpr) and not given[0].items
    if name in CONVERSIONS or name.startswith(DTYPES_MODULE):
        return _has_no_dimensions(api, given[0], steps)
    function = name.removeprefix("jax.numpy.")
    if function in REDUCTIONS and len(given) == 1:
        return True
    if not name.startswith(ELEMENTWISE) or (function in CREATION and not function.endswith("_like")):
        return False
    return all(_has_no_dimensions(api, argument, steps) for argument in given)


def _may_hold_numbers(api: CheckerPluginInterface, value: Expression, steps: int) -> bool:
    """Whether the items of a value that a program unpacks or iterates over may have no dimensions."""
    stored = stored_type(api, value)
    proper = None if stored is None else unfolded(stored)
    is_array = isinstance(proper, Instance) and as_array(proper) is not None
    return is_array or _has_no_dimensions(api, value, steps)


def _is_number(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether an expression is a Python number."""
    if is_number(expression):
        return True
    stored = stored_type(api, expression)
    return stored is not None and is_python_number(unfolded(stored))
