"""Finds calls whose result has the type of an argument, or of its items: ``random.choice([1, 2.0])``.

The declared result of such a function has a type variable. mypy joins the types of the items, and an `int` is a
`float` to mypy.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Decorator, MemberExpr, RefExpr, SymbolNode, TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, Overloaded, TupleType, get_proper_type, has_type_vars

from ..mypy_compat import stored_type


def returns_variable(api: CheckerPluginInterface, call: CallExpr) -> bool:
    """Whether the declared result of a call's function or method has a type variable."""
    node = _called(api, call)
    if isinstance(node, TypeInfo):
        return bool(node.type_vars)
    declared = get_proper_type(node.var.type if isinstance(node, Decorator) else getattr(node, "type", None))
    signatures = declared.items if isinstance(declared, CallableType | Overloaded) else []
    return any(has_type_vars(signature.ret_type) for signature in signatures)


def _called(api: CheckerPluginInterface, call: CallExpr) -> SymbolNode | None:
    """The declaration of a call's function or method; None if it is unknown."""
    callee = call.callee
    if not isinstance(callee, RefExpr):
        return None
    if callee.node is not None or not isinstance(callee, MemberExpr):
        return callee.node
    owner = get_proper_type(stored_type(api, callee.expr))
    if isinstance(owner, TupleType):
        owner = owner.partial_fallback
    symbol = owner.type.get(callee.name) if isinstance(owner, Instance) else None
    return symbol.node if symbol is not None else None
