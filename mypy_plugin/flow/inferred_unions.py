"""Tells unions of arrays that mypy infers from unions that a declaration names.

JAX may run only one of the branches behind an inferred union, so the program may have no error for the other members.
"""

from __future__ import annotations

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

from ..mypy_compat import current_file, stored_type
from ..types.array_types import holds_arrays
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .binder import variable


def is_inferred_union(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether mypy infers the members of an expression's union, and no declaration names them."""
    match expression:
        case NameExpr(node=Var() as var):
            return var.is_inferred or key_of(expression) in assignments_of(current_file(api)).unannotated
        case MemberExpr(expr=owner):
            attribute = variable(api, expression)
            return is_inferred_union(api, owner) if attribute is None else attribute.is_inferred
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
    result = get_proper_type(proper.ret_type) if isinstance(proper, CallableType) else None
    return isinstance(result, UnionType) and sum(map(holds_arrays, result.items)) > 1
