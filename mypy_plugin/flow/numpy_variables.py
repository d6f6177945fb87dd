"""Forgets the dtypes of NumPy variables and containers that get an array of which NumPy's stubs tell no dtype.

After ``n = np.zeros(3)``, mypy infers ``np.array([1, 2])`` as the array that `n` expects, so that `n` would stay a
float64 array. NumPy arrays of another known dtype are an error for mypy, with this package as without it.
"""

from __future__ import annotations

from mypy.nodes import Expression, MemberExpr, NameExpr, OperatorAssignmentStmt, Var
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.types import AnyType, Instance, NoneType, ProperType, Type, get_proper_type

from ..mypy_compat.binder import assign_in_binder
from ..types.array_types import any_part, holds_arrays
from ..types.numpy_types import without_scalar_types
from ..types.operands import is_ndarray, numpy_node
from ..variables.keys import key_of
from .arrays_of_jax import is_of_jax
from .assignment import Assignment
from .binder import redeclare, set_type


def first_type(assignment: Assignment, lvalue: Expression, var: Var, value: Type) -> Type:
    """The type that mypy infers for a variable from its first value.

    It has no dtype if other functions assign the variable or attribute, too, if it is a container, or if
    plain JAX code would have another dtype for the value, or none.
    """
    key = key_of(lvalue)
    sites = assignment.assignments.places.get(key or "", ())
    # In place, NumPy keeps the dtype.
    is_repeated = sum(not isinstance(site.statement, OperatorAssignmentStmt) for site in sites) > 1
    is_changed = isinstance(get_proper_type(value), Instance) and not (has_known_dtype(value) or is_known_number(value))
    if not is_repeated and not is_changed:
        return value
    is_open = is_of_jax(assignment.api, assignment.site.value)
    wide, keeps_value = without_scalar_types(value), not is_changed and assignment.keeps_value(lvalue, value)
    if not is_open and (is_known_number(value) or (keeps_value and not isinstance(lvalue, MemberExpr))):
        return value
    if keeps_value:
        set_type(var, wide)
        assign_in_binder(assignment.api, lvalue, value)
    return wide


def later_type(assignment: Assignment, lvalue: Expression, var: Var, value: Type, own_type: Type) -> Type | None:
    """The type without dtype that a variable holds from a later assignment on; None if its dtype stays known.

    Args:
        assignment: the assignment.
        lvalue: the variable.
        var: the variable's symbol.
        value: the type that mypy infers for the value.
        own_type: the type that mypy infers for it in a place that expects no particular type.
    """
    if not isinstance(lvalue, NameExpr | MemberExpr) or var.type is None:
        return None
    if not may_be_other_dtype(var.type, value, own_type) and not is_other_of_jax(
        assignment.api, var.type, value, assignment.site.value
    ):
        return None
    wide = without_scalar_types(var.type)
    redeclare(assignment.api, lvalue, var, wide)
    assign_in_binder(assignment.api, lvalue, wide)
    return wide


def is_other_of_jax(api: CheckerPluginInterface, held: Type, value: Type, expression: Expression) -> bool:
    """Whether a NumPy array of another dtype is made of JAX's arrays, so that plain JAX code accepts it.

    Args:
        api: the type checker.
        held: the type of the variable, or of the container's items.
        value: the type of the array.
        expression: the expression that makes it.
    """
    if holds_arrays(value) or is_subtype(value, held) or not is_subtype(value, without_scalar_types(held)):
        return False
    return is_of_jax(api, expression)


def may_be_other_dtype(held: Type, value: Type, own_type: Type) -> bool:
    """Whether a value that mypy takes for NumPy arrays of one dtype, or a container of them, may have another.

    Args:
        held: the type of the variable, or of the container's items.
        value: the type that mypy infers for the value in a place that expects `held`.
        own_type: the type that mypy infers for it in a place that expects no particular type.
    """
    if not holds_known_dtypes(held) or not is_subtype(value, held) or isinstance(get_proper_type(value), NoneType):
        return False
    return not _dtypes_in(own_type) <= _dtypes_in(held)


def has_known_dtype(t: Type) -> bool:
    """Whether a type is a NumPy array of one known dtype."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and is_ndarray(proper) and numpy_node(proper) is not None


def is_known_number(t: Type | None) -> bool:
    """Whether a type is a number of NumPy of known dtype."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and not is_ndarray(proper) and numpy_node(proper) is not None


def holds_known_dtypes(t: Type | None) -> bool:
    """Whether a type is, or holds, a NumPy array of one known dtype."""
    return any_part(t, lambda part: has_known_dtype(part) or None)


def _dtypes_in(t: Type) -> set[str | None]:
    """The dtypes of the NumPy arrays in a type; None for an unknown dtype, and for an item of unknown type."""
    found: set[str | None] = set()

    def note(part: ProperType) -> bool | None:
        if isinstance(part, AnyType):
            found.add(None)
        if isinstance(part, Instance) and is_ndarray(part):
            found.add(numpy_node(part))
            return False
        return None

    any_part(t, note)
    return found
