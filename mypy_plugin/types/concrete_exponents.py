"""Finds exponents that are arrays without dimensions, whose value JAX may know: ``n = jnp.int32(3); x**n``.

JAX then multiplies the base with itself, so that the result keeps the base's dtype, also a weak one. Otherwise the
exponent takes part in promotion. No type says how many dimensions an array has, and whether JAX knows its value.
"""

from __future__ import annotations

from mypy.nodes import (
    GDEF,
    CallExpr,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    SliceExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type

from ...dtype_info import dtype_info
from ...inference.operand import converted, possible_dtypes
from ...rules import jax_lax, jax_numpy
from ...system import System
from ..contexts import Context
from ..jax_names import DTYPES_MODULE
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.written_values import is_number
from .array_types import unfolded
from .operands import as_array, dtypes_of, is_python_number, operands

CONVERSIONS = frozenset(("array", "asarray"))
"""The functions that turn a number into an array without dimensions."""
OF_SHAPES = frozenset(("empty", "full", "ones", "zeros"))
"""The functions whose first argument is the shape of the result."""
LIBRARIES = ("jax.numpy.", "jax.lax.", "numpy.", "_operator.", "builtins.")
"""The prefixes of the functions that these tables name."""
RANDOM = "jax.random."
"""The prefix of functions that have the shape of the result as an argument."""
REMOVING = frozenset(("reshape", "squeeze", "take", "unstack"))
"""The rearrangements whose result may have no dimensions although the argument has some."""
KEEPING = {
    *jax_numpy.ELEMENTWISE,
    *jax_numpy.TWO_ARRAYS,
    *jax_numpy.REARRANGEMENTS,
    *jax_lax.ELEMENTWISE,
    *jax_lax.SEVERAL_ARRAYS,
    *(name for name in jax_numpy.CREATION if name.endswith("_like")),
    *("clip", "copy", "floordiv", "lshift", "mul", "neg", "pos", "rshift"),
} - REMOVING
"""The functions whose result has dimensions if one of their arguments has some."""
DIMENSIONED = {
    *jax_numpy.CREATION,
    *jax_numpy.SETS,
    *jax_numpy.INDICES,
    *(name for name in jax_numpy.REDUCTIONS if "cum" in name),
} - {*CONVERSIONS, *OF_SHAPES, *KEEPING, "digitize", "isin", "searchsorted"}
"""The functions whose result always has dimensions."""
UNCHANGED = frozenset(("astype", "clip", "conj", "conjugate", "copy", "round"))
"""The methods that return an array of the same shape."""
DIMENSIONED_METHODS = {*DIMENSIONED, "flatten", "ravel", "repeat", "sort"}
"""The methods of arrays whose result always has dimensions."""
MOST_STEPS = 8
"""The largest number of nested expressions and variables to look into."""


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
            return _may_have_no_dimensions(ctx.api, exponent)
    return False


def _is_integer_array(t: Type) -> bool:
    """Whether a type is an array of integers."""
    proper = unfolded(t)
    dtypes = dtypes_of(proper) if isinstance(proper, Instance) and as_array(proper) is not None else None
    return dtypes is not None and all(dtype_info(dtype).is_integer for dtype in dtypes)


def _may_have_no_dimensions(api: CheckerPluginInterface, expression: Expression, steps: int = MOST_STEPS) -> bool:
    """Whether a value may be a number or an array without dimensions. It may if nothing is known of it.

    A parameter whose arguments the file does not show is taken for an array with dimensions, except in the body of a
    function that is checked for one call.
    """
    if steps == 0:
        return True
    value = inner_value(expression)
    if _is_number(api, value):
        return True
    match value:
        case NameExpr():
            return key_of(value) is not None and _may_variable_have_none(api, value, steps - 1)
        case MemberExpr(expr=owner) if _is_array(api, owner):
            return _may_have_no_dimensions(api, owner, steps - 1)
        case MemberExpr():
            return _may_variable_have_none(api, value, steps - 1)
        case UnaryExpr(expr=inner):
            return _may_have_no_dimensions(api, inner, steps - 1)
        case OpExpr(left=left, right=right):
            return all(_may_have_no_dimensions(api, one, steps - 1) for one in (left, right))
        case IndexExpr(base=owner, index=index) if _is_array(api, owner):
            indices = index.items if isinstance(index, TupleExpr) else [index]
            return all(_removes_a_dimension(api, one, steps - 1) for one in indices)
        case CallExpr(callee=RefExpr(fullname=name)) if name.startswith(LIBRARIES):
            return _may_result_have_none(api, name, value, steps - 1)
        case CallExpr(callee=RefExpr(fullname=name), args=[argument, *_]) if name.startswith(DTYPES_MODULE):
            return _may_have_no_dimensions(api, argument, steps - 1)
        case CallExpr(callee=RefExpr(fullname=name)) if name.startswith(RANDOM):
            return not any(isinstance(argument, TupleExpr) and argument.items for argument in value.args)
        case CallExpr(callee=MemberExpr(expr=owner, name=name)) if _is_array(api, owner):
            return _may_method_result_have_none(api, name, owner, value, steps - 1)
        case ListExpr() | TupleExpr() | ListComprehension():
            return False
    return True


def _may_variable_have_none(api: CheckerPluginInterface, place: NameExpr | MemberExpr, steps: int) -> bool:
    """Whether a value that the file gives to a variable or attribute may have no dimensions.

    A parameter may get any argument.
    """
    if isinstance(place.node, Var) and place.node.is_argument:
        return True
    assignments, key = assignments_of(current_file(api)), key_of(place) or ""
    values = assignments.values.get(key, ())
    unpacked = assignments.unpacked.get(key, ())
    if not values and not unpacked:
        return not isinstance(place, NameExpr) or place.kind == GDEF  # another file assigns it
    return any(_may_have_no_dimensions(api, one, steps) for one in values) or any(
        _may_items_have_none(api, one, steps) for one in unpacked
    )


def _may_items_have_none(api: CheckerPluginInterface, value: Expression, steps: int) -> bool:
    """Whether the items of a value that a program unpacks or iterates over may have no dimensions."""
    match inner_value(value):
        case TupleExpr(items=items) | ListExpr(items=items):
            return any(_may_have_no_dimensions(api, item, steps) for item in items)
        case CallExpr(callee=RefExpr(fullname=name)) as call if name.startswith(LIBRARIES):
            # The items of an array of one dimension have none.
            return _is_array(api, call) or _may_result_have_none(api, name, call, steps)
    return True


def _may_result_have_none(api: CheckerPluginInterface, name: str, call: CallExpr, steps: int) -> bool:
    """Whether a function of `LIBRARIES`, by its full name, may return an array without dimensions."""
    function, given = name.rpartition(".")[2], call.args
    if function in DIMENSIONED:
        return False
    if function in jax_numpy.REDUCTIONS and not name.startswith("jax.lax."):  # `lax.max` is elementwise
        return True
    if function == "reshape":
        return not any(map(_is_shape_with_dimensions, given[1:]))
    if function in OF_SHAPES:
        return not given or not _is_shape_with_dimensions(given[0])
    if function in CONVERSIONS:
        return not given or _may_have_no_dimensions(api, given[0], steps)
    return function not in KEEPING or all(_may_have_no_dimensions(api, argument, steps) for argument in given)


def _may_method_result_have_none(
    api: CheckerPluginInterface, name: str, owner: Expression, call: CallExpr, steps: int
) -> bool:
    """Whether a method of an array may return an array without dimensions."""
    if name in UNCHANGED:
        return _may_have_no_dimensions(api, owner, steps)
    is_shaped = name == "reshape" and any(map(_is_shape_with_dimensions, call.args))
    return name not in DIMENSIONED_METHODS and not is_shaped


def _is_shape_with_dimensions(shape: Expression) -> bool:
    """Whether an expression is a number, or a tuple or list that has items."""
    return is_number(shape) or (isinstance(shape, TupleExpr | ListExpr) and bool(shape.items))


def _removes_a_dimension(api: CheckerPluginInterface, index: Expression, steps: int) -> bool:
    """Whether an index of an array may select a single position."""
    is_new_axis = isinstance(index, NameExpr) and index.fullname == "builtins.None"
    return not is_new_axis and not isinstance(index, SliceExpr) and _may_have_no_dimensions(api, index, steps)


def _is_array(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether an expression is an array."""
    stored = stored_type(api, expression)
    proper = None if stored is None else unfolded(stored)
    return isinstance(proper, Instance) and as_array(proper) is not None


def _is_number(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether an expression is a Python number."""
    if is_number(expression):
        return True
    stored = stored_type(api, expression)
    return stored is not None and is_python_number(unfolded(stored))
