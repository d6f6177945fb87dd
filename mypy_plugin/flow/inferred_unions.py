"""Tells unions of arrays that mypy infers from unions that a declaration names.

JAX may run only one of the branches behind an inferred union, so the program may have no error for the other members.
"""

from __future__ import annotations

from collections.abc import Collection

from mypy.nodes import (
    AssignmentExpr,
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Type, UnionType, get_proper_type

from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..types.array_types import holds_arrays
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.symbols import variable

_OF_CALL: list[Collection[Var]] = []
"""The parameters whose types are those of a call's arguments, for each body that mypy is checking for a call."""


def has_type_of_call(api: CheckerPluginInterface, parameter: NameExpr) -> bool:
    """Whether a parameter has the type of a call's argument, since its annotation does not name one."""
    is_of_call = any(parameter.node in variables for variables in _OF_CALL)
    return is_of_call or key_of(parameter) in assignments_of(current_file(api)).unannotated


def is_inferred_union(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether mypy infers the members of an expression's union, and no declaration names them."""
    match expression:
        case NameExpr(node=Var() as var):
            is_inferred = var.is_inferred or has_type_of_call(api, expression)
            return is_inferred or not _names_several_arrays(var.type)
        case MemberExpr(expr=owner):
            attribute = variable(api, expression)
            if attribute is None:
                return is_inferred_union(api, owner)
            return attribute.is_inferred or not _names_several_arrays(attribute.type)
        case CallExpr(callee=callee):
            return not _returns_declared_union(api, callee)
        case ConditionalExpr() | IndexExpr() | OpExpr() | UnaryExpr():
            return True
        case AssignmentExpr(value=value):
            return is_inferred_union(api, value)
    return False


def _returns_declared_union(api: CheckerPluginInterface, function: Expression) -> bool:
    """Whether a function's annotations say that it returns one of several arrays.

    The members of another function's result come from its arguments or its body: ``next(iter([x, y]))``.
    """
    t: Type | None = stored_type(api, function)
    match function:
        case RefExpr(node=Decorator(func=FuncDef(type=declared)) | Var(is_inferred=False, type=declared)):
            t = declared
        case _:
            definition = getattr(get_proper_type(t), "definition", None)
            t = definition.type if isinstance(definition, FuncDef) else None
    proper = get_proper_type(t)
    return isinstance(proper, CallableType) and _names_several_arrays(proper.ret_type)


def _names_several_arrays(annotation: Type | None) -> bool:
    """Whether an annotation is a union of several arrays."""
    proper = get_proper_type(annotation)
    return isinstance(proper, UnionType) and sum(map(holds_arrays, proper.items)) > 1
