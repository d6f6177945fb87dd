"""Finds the type that mypy uses for an assigned value: of ``=``, ``+=`` and ``:=``, and of `for` and `match`."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    Expression,
    ForStmt,
    ListExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    TupleExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.typeops import make_simplified_union
from mypy.types import NoneType, PartialType, TupleType, Type, UnionType, get_proper_type

from ..any_type import ANYTHING
from ..jax_names import ARRAY, NDARRAY
from ..mypy_compat.binder import assign_in_binder, forget_partial_type, narrow_in_binder
from ..types.array_types import has_no_dtypes, holds_arrays, unfolded, with_weak_dtypes, without_dtypes
from ..types.converted_fields import ATTRS, is_converted
from ..types.expression_types import type_without_context
from ..types.numpy_types import without_scalar_types
from ..types.operands import dtypes_of, known_dtype
from ..types.sequences import element_types
from ..variables.assignment_marker import inner_value
from ..variables.assignment_record import Assignments, Site
from ..variables.keys import flattened, is_inferred, key_of
from ..variables.symbols import variable
from .arrays_of_jax import is_of_jax
from .assigned_types import as_wide_as_declared, is_array, is_instance, may_be_number
from .assignment import Assignment, is_declared_open
from .binder import declare, redeclare, set_type
from .declarations import assign_first, assign_later, unpack
from .numpy_variables import first_type, holds_known_dtypes, is_known_number, later_type


def type_for_mypy(api: CheckerPluginInterface, assignments: Assignments, site: Site, value: Type) -> Type:
    """Declare the variables that an assignment assigns, and return the type that mypy uses for its value.

    Args:
        api: the type checker.
        assignments: the assignments of the file.
        site: the place of the assignment.
        value: the type of the value.
    """
    assignment = Assignment(api, assignments, site)
    value = with_weak_dtypes(api, value)
    match site.statement:
        case OperatorAssignmentStmt(lvalue=lvalue):
            return _augment(assignment, lvalue, value)
        case AssignmentExpr(target=target):
            of_numpy = _numpy_type(assignment, target, value)
            return assign_first(assignment, target, value) if of_numpy is None else of_numpy
        case ForStmt(index=index):
            return _iterate(assignment, index, value)
        case MatchStmt():
            return _match_subject(assignment, value)
    *others, last = site.lvalues
    for other in others:
        assign_first(assignment, other, value)
    if not all(assignment.keeps_value(other, value) for other in flattened(others)):
        value = without_dtypes(value)  # mypy narrows all variables of ``a = b = value`` to one type
    if isinstance(last, TupleExpr | ListExpr):
        return unpack(assignment, last.items, value)
    return _assign_single(assignment, last, value)


def _assign_single(assignment: Assignment, lvalue: Expression, value: Type) -> Type:
    """The type that mypy uses for the value of a single variable.

    If mypy infers the variable's type from this value, that is the declared type, without dtypes. The binder gets
    the value's own type.
    """
    var = variable(assignment.api, lvalue)
    if var is None:  # a property, whose setter may store another value
        return without_dtypes(value) if isinstance(lvalue, MemberExpr) and holds_arrays(value) else value
    if is_converted(var) and isinstance(lvalue, MemberExpr) and (ATTRS in var.info.metadata or not _fits(value, var)):
        return without_dtypes(value)
    if not var.is_inferred:
        _narrow_declared(assignment, lvalue, var, value)
        return value if assignment.keeps_value(lvalue, value) else _as_declared(value, var.type)
    of_numpy = _numpy_type(assignment, lvalue, value)
    if of_numpy is not None:
        return of_numpy
    is_first = is_inferred(lvalue) or var.type is None
    is_none = isinstance(var.type, PartialType) and var.type.type is None
    if not is_first and not is_none:
        return assign_later(assignment, lvalue, var, value)
    wide = assignment.wide_type(lvalue, value)
    if wide is None or (assignment.may_be_redefined(lvalue) and assignment.keeps_value(lvalue, value)):
        return value
    if not assignment.keeps_value(lvalue, value):
        return wide
    if is_none:
        forget_partial_type(assignment.api, var)
        wide = UnionType([wide, NoneType()])
    set_type(var, wide)
    assign_in_binder(assignment.api, lvalue, value)
    return value if is_none else wide


def _fits(value: Type, var: Var) -> bool:
    """Whether a value is assignable to a declared variable."""
    return var.type is None or is_subtype(value, var.type)


def _numpy_type(assignment: Assignment, lvalue: Expression, value: Type) -> Type | None:
    """The type that mypy uses for arrays or a number of NumPy; None where the rules of JAX's arrays decide."""
    var = variable(assignment.api, lvalue)
    if var is None or not var.is_inferred:
        return None
    is_first = is_inferred(lvalue) or var.type is None
    held = value if is_first else var.type
    is_array = holds_known_dtypes(held)
    if not is_array and not is_known_number(held):
        return None
    if is_first:
        return None if holds_arrays(value) else first_type(assignment, lvalue, var, value)
    own_type = type_without_context(assignment.api, assignment.site.value) if is_array else value
    return later_type(assignment, lvalue, var, value, own_type)


def _narrow_declared(assignment: Assignment, lvalue: Expression, var: Var, value: Type) -> None:
    """Narrow a variable that ``x: jax.Array = value`` declares to the dtype of its value.

    mypy narrows such a variable by each later assignment itself, but not by the one that declares it.
    """
    statement = assignment.site.statement
    is_declaration = isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None
    if is_declaration and is_declared_open(lvalue) and dtypes_of(value) and assignment.keeps_value(lvalue, value):
        narrow_in_binder(assignment.api, lvalue, value, var.type)


def _augment(assignment: Assignment, lvalue: Expression, value: Type) -> Type:
    """The type that mypy uses for the operand of ``x += value``, which may turn a number into an array."""
    var = variable(assignment.api, lvalue)
    if var is None or not var.is_inferred or var.type is None or not holds_arrays(value):
        return value
    declared_type = get_proper_type(var.type)
    if is_instance(declared_type, [NDARRAY]):
        return value  # `numpy_in_place` handles this case
    if not may_be_number(declared_type):
        return value if assignment.keeps_value(lvalue, value) else without_dtypes(value)
    if isinstance(lvalue, NameExpr | MemberExpr):
        redeclare(assignment.api, lvalue, var, ANYTHING)
        assign_in_binder(assignment.api, lvalue, ANYTHING)
    return ANYTHING


def _iterate(assignment: Assignment, index: Expression, value: Type) -> Type:
    """The type that mypy uses for the iterable of a loop, whose items the loop variable is assigned."""
    proper = unfolded(value)
    api = assignment.api
    if isinstance(proper, TupleType):  # mypy would join its items
        item: Type = make_simplified_union(proper.items) if proper.items else ANYTHING
        if not holds_arrays(item):
            _forget_numpy_dtypes(assignment, index, [item])
            return value
        item_for_mypy = assign_first(assignment, index, item)
        return api.named_generic_type("builtins.tuple", [item_for_mypy])
    items = element_types(api, value, inner_value(assignment.site.value))
    if not items or not holds_arrays(value):
        _forget_numpy_dtypes(assignment, index, items)
        return value
    item = with_weak_dtypes(api, make_simplified_union(items))
    item_for_mypy = assign_first(assignment, index, item)
    is_one = len(items) == 1 and item_for_mypy is item
    return value if is_one else api.named_generic_type("builtins.tuple", [item_for_mypy])


def _forget_numpy_dtypes(assignment: Assignment, index: Expression, items: Sequence[Type]) -> None:
    """Forget the dtypes of a loop's variables if the loop assigns them NumPy arrays of unknown dtype.

    The variable of a loop over arrays that are made of JAX's arrays has no dtype if it is assigned again.
    """
    for lvalue in flattened([index]):
        var = variable(assignment.api, lvalue)
        if var is None or not var.is_inferred:
            continue
        if var.type is not None and not is_inferred(lvalue):
            for item in items:
                later_type(assignment, lvalue, var, var.type, item)
        elif (
            lvalue is index
            and len(items) == 1
            and key_of(lvalue) in assignment.assignments.repeated
            and holds_known_dtypes(items[0])
            and is_of_jax(assignment.api, assignment.site.value)
        ):
            declare(lvalue, var, without_scalar_types(items[0]))


def changes_subject(assignment: Assignment, value: Type) -> bool:
    """Whether the plugin changes the type of a `match` subject, or the types of the variables that it captures."""
    if not holds_arrays(value):
        return False
    return any(
        key_of(lvalue) in assignment.assignments.repeated or not assignment.keeps_value(lvalue, value)
        for lvalue in flattened(assignment.site.lvalues)
    )


def _match_subject(assignment: Assignment, value: Type) -> Type:
    """The type that mypy uses for the subject of a `match`, whose patterns may capture any part."""
    if holds_arrays(value):
        captured = [*flattened(assignment.site.lvalues)]
        for lvalue in captured:
            var = variable(assignment.api, lvalue)
            if var is None or not var.is_inferred or key_of(lvalue) not in assignment.assignments.repeated:
                continue
            if var.type is None:
                declare(lvalue, var, ANYTHING)
            elif is_instance(var.type, [ARRAY]) and isinstance(lvalue, NameExpr | MemberExpr):
                redeclare(assignment.api, lvalue, var, ANYTHING)
        if not all(assignment.keeps_value(lvalue, value) for lvalue in captured):
            return without_dtypes(value)
    return value


def _as_declared(value: Type, declared: Type | None) -> Type:
    """The type of a value without the dtypes that the declaration of its variable leaves open.

    mypy narrows the variable to this type. Code that mypy does not see here may assign another dtype afterwards.
    """
    proper = get_proper_type(declared)
    if proper is None or declared is None or not is_subtype(value, proper):
        return value
    if (wide := as_wide_as_declared(value, declared)) is not value:
        return wide
    if is_array(proper):
        return proper if known_dtype(proper) is None else value
    return without_dtypes(value) if has_no_dtypes(proper) else value
