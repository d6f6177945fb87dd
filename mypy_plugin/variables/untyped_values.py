"""Finds values that have the type `Any` in plain JAX code: the results of functions without annotations.

The plugin infers such a result from the function's body. Code that is valid with `Any` must not become an error.
"""

from __future__ import annotations

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    OverloadedFuncDef,
    RefExpr,
    StarExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, CallableType, Instance, Type, get_proper_type

from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from .assignment_marker import inner_value
from .assignments import assignments_of
from .keys import key_of, root_of
from .symbols import variable
from .written_values import items_of

TYPED = ("jax.", "numpy.", "builtins.", "_operator.", "functools.", "jaxtyping_promo.")
"""The prefixes of the full names of functions whose result types plain JAX code knows, or none of its arrays."""


def is_untyped(api: CheckerPluginInterface, value: Expression) -> bool:
    """Whether a function without annotations makes a value, an operand of it, or an item that it is read from."""
    facts = assignments_of(current_file(api))
    pending, seen = [value], set[str]()
    while pending:
        one = inner_value(pending.pop())
        match one:
            case CallExpr():
                if _is_untyped_call(api, one):
                    return True
            case OpExpr(left=left, right=right) | ConditionalExpr(if_expr=left, else_expr=right):
                pending += [left, right]
            case UnaryExpr(expr=operand):
                pending.append(operand)
            case StarExpr(expr=container) | IndexExpr(base=container):
                key = root_of(container)
                pending += items_of(container)
                if key is not None and f"*{key}" not in seen and _is_inferred(api, container):
                    seen.add(f"*{key}")
                    pending += facts.items.get(key, [])
            case NameExpr() | MemberExpr():
                key = key_of(one)
                if key in facts.unannotated:
                    return True
                if key is not None and key not in seen and _is_inferred(api, one):
                    seen.add(key)
                    pending += facts.values.get(key, [])
    return False


def _is_inferred(api: CheckerPluginInterface, place: Expression) -> bool:
    """Whether mypy infers the type of a variable or attribute, and no declaration names it."""
    var = variable(api, place)
    return var is None or var.is_inferred


def _is_untyped_call(api: CheckerPluginInterface, call: CallExpr) -> bool:
    """Whether a call's function belongs to the program and declares no result type."""
    callee = call.callee
    if not isinstance(callee, RefExpr) or callee.fullname.startswith(TYPED):
        return False
    node = callee.node
    if isinstance(callee, MemberExpr) and node is None:
        owner = get_proper_type(stored_type(api, callee.expr))
        if not isinstance(owner, Instance):
            return isinstance(owner, AnyType)
        symbol = owner.type.get(callee.name)
        if owner.type.fullname.startswith(TYPED) or symbol is None:
            return False
        node = symbol.node
    if isinstance(node, TypeInfo | OverloadedFuncDef):
        return False
    declared: Type | None = None
    match node:
        case Decorator(func=FuncDef(type=t)) | FuncDef(type=t):
            declared = t
        case Var(is_inferred=False, type=t):
            declared = t
    proper = get_proper_type(declared)
    return not isinstance(proper, CallableType) or isinstance(get_proper_type(proper.ret_type), AnyType)
