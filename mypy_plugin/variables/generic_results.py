"""Finds calls whose result has the type of an argument, or of its items: ``random.choice([1, 2.0])``.

The declared result of such a function has a type variable. mypy joins the types of the items, and an `int` is a
`float` to mypy.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Decorator, MemberExpr, RefExpr, SymbolNode, TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, FunctionLike, Instance, ProperType, TupleType, Type, get_proper_type, has_type_vars

from ..mypy_compat.expressions import stored_type


def returns_variable(api: CheckerPluginInterface, call: CallExpr) -> bool:
    """Whether the declared result of a call's function or method has a type variable."""
    node = _called(api, call)
    if isinstance(node, TypeInfo):
        return bool(node.type_vars)
    declared = _declared(node)
    if not isinstance(declared, FunctionLike):  # an object with a method `__call__`
        declared = _declared(_call_method(stored_type(api, call.callee)))
    signatures = declared.items if isinstance(declared, FunctionLike) else []
    return any(has_type_vars(signature.ret_type) for signature in signatures)


def _called(api: CheckerPluginInterface, call: CallExpr) -> SymbolNode | None:
    """The declaration of a call's function, method or variable; None if it is unknown."""
    callee = call.callee
    if not isinstance(callee, RefExpr):
        return None
    if callee.node is not None or not isinstance(callee, MemberExpr):
        return callee.node
    return _method(get_proper_type(stored_type(api, callee.expr)), callee.name)


def _call_method(called: Type | None) -> SymbolNode | None:
    """The declaration of the method ``__call__`` of a called object.

    Within the call, mypy stores the type of this method in place of the type of the object.
    """
    proper = get_proper_type(called)
    return proper.definition if isinstance(proper, CallableType) else _method(proper, "__call__")


def _method(owner: ProperType | None, name: str) -> SymbolNode | None:
    """The declaration of a method of an object; None if its class does not have it."""
    if isinstance(owner, TupleType):
        owner = owner.partial_fallback
    symbol = owner.type.get(name) if isinstance(owner, Instance) else None
    return symbol.node if symbol is not None else None


def _declared(node: SymbolNode | None) -> ProperType | None:
    """The declared type of a function, method or variable."""
    return get_proper_type(node.var.type if isinstance(node, Decorator) else getattr(node, "type", None))
