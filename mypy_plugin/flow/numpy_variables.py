"""Forgets the dtype of a NumPy variable that is assigned an array of which NumPy's stubs tell no dtype.

After ``n = np.zeros(3)``, mypy infers ``np.array([1, 2])`` as the array that `n` expects, so that `n` would stay a
float64 array. NumPy arrays of another known dtype are an error for mypy, with this package as without it.
"""

from __future__ import annotations

from mypy.nodes import Expression, MemberExpr, NameExpr, OperatorAssignmentStmt, Var
from mypy.subtypes import is_subtype
from mypy.types import Instance, NoneType, Type, get_proper_type

from ..mypy_compat import assign_in_binder, current_file
from ..types.expression_types import type_without_context
from ..types.numpy_types import corrected_calls, without_scalar_types
from ..types.operands import is_ndarray, numpy_node
from ..variables.assignment_marker import inner_value
from ..variables.keys import key_of
from .assignment import Assignment
from .binder import redeclare, set_type


def first_type(assignment: Assignment, lvalue: Expression, var: Var, value: Type) -> Type:
    """The type that mypy infers for a variable from its first value.

    It has no dtype if other functions assign the variable or attribute, too, or if NumPy's stubs would give the value
    another dtype.
    """
    sites = assignment.assignments.places.get(key_of(lvalue) or "", ())
    if sum(not isinstance(site.statement, OperatorAssignmentStmt) for site in sites) < 2:
        return value  # in place, NumPy keeps the dtype
    wide, keeps_value = without_scalar_types(value), assignment.keeps_value(lvalue, value)
    is_corrected = inner_value(assignment.site.value) in corrected_calls(current_file(assignment.api))
    if keeps_value and not is_corrected and not isinstance(lvalue, MemberExpr):
        return value
    if keeps_value:
        set_type(var, wide)
        assign_in_binder(assignment.api, lvalue, value)
    return wide


def later_type(assignment: Assignment, lvalue: Expression, var: Var, value: Type) -> Type | None:
    """The type without dtype that a variable holds from a later assignment on; None if its dtype stays known."""
    if not isinstance(lvalue, NameExpr | MemberExpr) or var.type is None:
        return None
    own_type = type_without_context(assignment.api, assignment.site.value)
    if not may_be_other_dtype(var.type, value, own_type):
        return None
    wide = without_scalar_types(var.type)
    redeclare(assignment.api, lvalue, var, wide)
    assign_in_binder(assignment.api, lvalue, wide)
    return wide


def may_be_other_dtype(held: Type, value: Type, own_type: Type) -> bool:
    """Whether a value that mypy takes for a NumPy array of one dtype may have another.

    Args:
        held: the type of the variable, or of the container's items.
        value: the type that mypy infers for the value in a place that expects `held`.
        own_type: the type that mypy infers for it in a place that expects no particular type.
    """
    if not has_known_dtype(held) or not is_subtype(value, held) or isinstance(get_proper_type(value), NoneType):
        return False
    held_array, own = get_proper_type(held), get_proper_type(own_type)
    assert isinstance(held_array, Instance)
    return not isinstance(own, Instance) or numpy_node(own) != numpy_node(held_array)


def has_known_dtype(t: Type) -> bool:
    """Whether a type is a NumPy array of one known dtype."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and is_ndarray(proper) and numpy_node(proper) is not None
