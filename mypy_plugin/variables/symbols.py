"""Finds the symbol of a variable or attribute that an expression names."""

from __future__ import annotations

from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, get_proper_type

from ..mypy_compat import stored_type


def variable(api: CheckerPluginInterface, lvalue: Expression) -> Var | None:
    """The variable or attribute that an expression names, or None."""
    match lvalue:
        case NameExpr(node=Var() as var):
            return var
        case MemberExpr(name=name, expr=owner) if lvalue.def_var is None and (t := stored_type(api, owner)) is not None:
            instance = get_proper_type(t)
            symbol = instance.type.get(name) if isinstance(instance, Instance) else None
            return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None
    return lvalue.def_var if isinstance(lvalue, MemberExpr) else None
