"""Finds the symbol of a variable or attribute that an expression names."""

from __future__ import annotations

from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import FunctionLike, Instance, get_proper_type

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


def class_variable(api: CheckerPluginInterface, place: Expression) -> Var | None:
    """The attribute of a class that an expression such as ``Model.rate`` names, or None."""
    if not isinstance(place, MemberExpr):
        return None
    owner = get_proper_type(stored_type(api, place.expr))
    symbol = owner.type_object().get(place.name) if isinstance(owner, FunctionLike) and owner.is_type_obj() else None
    return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None
