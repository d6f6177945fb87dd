"""Declares and widens the types of variables at their assignments."""

from __future__ import annotations

from functools import partial

from mypy.nodes import Expression, ForStmt, ListExpr, MemberExpr, NameExpr, StarExpr, TupleExpr, Var
from mypy.subtypes import is_subtype
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, PartialType, ProperType, TupleType, Type, UnionType, get_proper_type

from ..any_type import ANYTHING
from ..jax_names import ARRAY, ARRAY_DTYPE, SCALARS
from ..mypy_compat.binder import assign_in_binder, declared_in_branch
from ..types.array_types import holds_arrays, unfolded, with_weak_dtypes, without_dtypes
from ..types.sequences import element_types
from ..variables.assignment_marker import inner_value
from ..variables.keys import is_inferred, key_of
from ..variables.symbols import variable
from .assigned_types import as_wide_as_declared, is_instance, is_replaceable, is_transformed_function
from .assignment import Assignment
from .binder import declare, redeclare
from .evaluated_values import CONTAINER_LITERALS


def assign_first(assignment: Assignment, lvalue: Expression, value: Type, *, is_anything: bool = False) -> Type:
    """Declare a variable at its first assignment; the result is the type that mypy uses for the value.

    Args:
        assignment: the assignment.
        lvalue: the variable, or a tuple of variables.
        value: the type of the value.
        is_anything: whether to declare the variable as `Any`.
    """
    if isinstance(lvalue, TupleExpr | ListExpr):
        return unpack(assignment, lvalue.items, value)
    var = variable(assignment.api, lvalue)
    if var is None:
        return value
    if not var.is_inferred:
        return _parameter_value(assignment, lvalue, var, value)
    if isinstance(var.type, PartialType):
        return value
    if not is_inferred(lvalue) and var.type is not None:
        return assign_later(assignment, lvalue, var, value)
    wide = assignment.wide_type(lvalue, value)
    if wide is None:
        return value
    if not assignment.may_be_redefined(lvalue):
        declare(lvalue, var, ANYTHING if is_anything else wide)
        declared_in_branch(assignment.api, var)
    return value if assignment.keeps_value(lvalue, value) else wide


def _parameter_value(assignment: Assignment, lvalue: Expression, var: Var, value: Type) -> Type:
    """The type that mypy uses for a value of a declared variable; a lambda's parameter takes arrays of all dtypes."""
    is_open = key_of(lvalue) in assignment.assignments.unannotated
    if not is_open or var.type is None or not holds_arrays(value) or not holds_arrays(var.type):
        return value
    is_other = not is_subtype(value, var.type) and is_subtype(without_dtypes(value), var.type)
    return without_dtypes(value) if is_other else value


def assign_later(assignment: Assignment, lvalue: Expression, var: Var, value: Type) -> Type:
    """Widen a variable that has a declared type if the value needs it; the result is the type that mypy uses for it."""
    declared = get_proper_type(var.type)
    if declared is None or is_subtype(value, declared):
        if assignment.keeps_value(lvalue, value):
            return value
        if holds_arrays(value):
            return without_dtypes(value)
        is_attribute = isinstance(lvalue, MemberExpr)
        return as_wide_as_declared(value, declared) if declared is not None and is_attribute else value
    if assignment.is_result_of_transformed() and not assignment.may_be_redefined(lvalue):
        if isinstance(lvalue, NameExpr | MemberExpr):
            redeclare(assignment.api, lvalue, var, ANYTHING)
        return ANYTHING
    if _is_of_unknown_items(declared) and is_instance(value, ["builtins.tuple"]) and holds_arrays(value):
        return assignment.api.named_generic_type("builtins.tuple", [ANYTHING])
    is_array_next = holds_arrays(value) or is_transformed_function(value) or is_instance(value, (*SCALARS, ARRAY_DTYPE))
    if not is_array_next or not is_replaceable(declared, value) or not isinstance(lvalue, NameExpr | MemberExpr):
        return _rejected(assignment, lvalue, declared, value)
    is_whole = not isinstance(assignment.site.statement, ForStmt) and any(
        one is lvalue for one in assignment.site.lvalues
    )
    is_written_out = is_whole and _is_written_out(assignment.site.value)
    if assignment.may_be_redefined(lvalue) or (is_written_out and not is_subtype(without_dtypes(value), declared)):
        return _rejected(assignment, lvalue, declared, value)
    if is_subtype(without_dtypes(value), declared):
        redeclare(assignment.api, lvalue, var, without_dtypes(declared))
        return without_dtypes(value)
    redeclare(assignment.api, lvalue, var, ANYTHING)
    return ANYTHING


def _rejected(assignment: Assignment, lvalue: Expression, declared: ProperType, value: Type) -> Type:
    """The type of a value that mypy reports, since it does not fit the type of its variable.

    Afterwards the variable holds a value of another type than mypy takes it for. So nothing is known of its arrays.
    """
    is_reported = not isinstance(declared, PartialType) and not assignment.may_be_redefined(lvalue)
    if is_reported and isinstance(lvalue, NameExpr | MemberExpr) and (holds_arrays(declared) or holds_arrays(value)):
        assign_in_binder(assignment.api, lvalue, ANYTHING)
    return value


def _is_of_unknown_items(declared: ProperType) -> bool:
    """Whether a type is a tuple of `Any`. Plain JAX code may know nothing of the items of the next tuple either."""
    return isinstance(declared, TupleType) and all(isinstance(get_proper_type(t), AnyType) for t in declared.items)


def _is_written_out(value: Expression) -> bool:
    """Whether a value is a container literal all of whose items are written out.

    Unpacked items, ``(*arrays, x)``, may be the result of a transformed function, which plain JAX lets fit anywhere.
    """
    is_unpacked = isinstance(value, TupleExpr) and any(isinstance(item, StarExpr) for item in value.items)
    return isinstance(value, CONTAINER_LITERALS) and not is_unpacked


def unpack(assignment: Assignment, lvalues: list[Expression], value: Type) -> Type:
    """Declare the variables that unpack a value; the result is the type that mypy uses for the value."""
    proper = unfolded(value)
    stars = [position for position, lvalue in enumerate(lvalues) if isinstance(lvalue, StarExpr)]
    if isinstance(proper, UnionType):
        if (items := _joined_items(proper, len(lvalues))) is None or stars:
            return UnionType([unpack(assignment, lvalues, item) for item in proper.items])
        tuple_class = assignment.api.named_generic_type("builtins.tuple", [ANYTHING])
        # mypy declares variables that are unpacked from a union as `Any`, and so does the plugin.
        declared = [
            assign_first(assignment, lvalue, item, is_anything=isinstance(unfolded(item), UnionType))
            for lvalue, item in zip(lvalues, items, strict=True)
        ]
        is_same = all(new is old for new, old in zip(declared, items, strict=True))
        return value if is_same and not holds_arrays(value) else TupleType(declared, tuple_class)
    if isinstance(proper, TupleType) and not stars and len(proper.items) == len(lvalues):
        return proper.copy_modified(items=[*map(partial(assign_first, assignment), lvalues, proper.items)])
    if not holds_arrays(value):
        return value
    items = element_types(assignment.api, value, inner_value(assignment.site.value))
    item = with_weak_dtypes(assignment.api, make_simplified_union(items)) if items else ANYTHING
    is_array = is_instance(proper, [ARRAY])
    items_stay = []
    for lvalue in lvalues:
        if isinstance(lvalue, StarExpr):
            several = assignment.api.named_generic_type("builtins.list", [item])
            items_stay.append(assign_first(assignment, lvalue.expr, several) is several)
        else:
            # JAX annotates the items of an array as Any, so plain JAX code infers Any for these variables.
            is_anything = is_array and key_of(lvalue) in assignment.assignments.others
            items_stay.append(assign_first(assignment, lvalue, item, is_anything=is_anything) is item)
    return value if all(items_stay) else ANYTHING


def _joined_items(union: UnionType, count: int) -> list[Type] | None:
    """The union of the tuples' first items, of their second items, and so on; None if a member is no such tuple."""
    tuples = [proper for proper in map(unfolded, union.items) if isinstance(proper, TupleType)]
    if len(tuples) < len(union.items) or any(len(each.items) != count for each in tuples):
        return None
    return [make_simplified_union(items) for items in zip(*(each.items for each in tuples), strict=True)]
