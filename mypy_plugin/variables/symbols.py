"""Finds the symbol of a variable or attribute that an expression names."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import FunctionLike, Instance, TupleType, get_proper_type

from ..mypy_compat.expressions import stored_type


def variable(api: CheckerPluginInterface, lvalue: Expression) -> Var | None:
    """The variable or attribute that an expression names, or None.

    The attribute may be one of an object, of a class or of another module. It is None for a descriptor with a method
    ``__set__``, which decides what the attribute holds.
    """
    match lvalue:
        case NameExpr(node=Var() as var) | MemberExpr(node=Var() as var, def_var=None):
            return var
        case MemberExpr(name=name, expr=owner) if lvalue.def_var is None:
            holder = get_proper_type(stored_type(api, owner))
            if isinstance(holder, TupleType):
                holder = holder.partial_fallback
            info = holder.type if isinstance(holder, Instance) else None
            if isinstance(holder, FunctionLike) and holder.is_type_obj():
                info = holder.type_object()
            symbol = None if info is None else info.get(name)
            node = symbol.node if symbol is not None else None
            return node if isinstance(node, Var) and not _is_descriptor(node) else None
    return lvalue.def_var if isinstance(lvalue, MemberExpr) else None


def has_inferred_type(var: Var) -> bool:
    """Whether mypy infers the type of a variable or attribute. ``self.rate: float = 1`` declares it."""
    return var.is_inferred and not var.explicit_self_type


def overridden(var: Var) -> Iterator[Var]:
    """The attributes of base classes that an attribute overrides; none for a variable."""
    for base in var.info.mro[1:] if var.info else ():  # `info` is false outside classes
        node = base.names[var.name].node if var.name in base.names else None
        if isinstance(node, Var):
            yield node


def _is_descriptor(var: Var) -> bool:
    """Whether an attribute's value has a method that is called when the attribute is assigned."""
    held = get_proper_type(var.type)
    return isinstance(held, Instance) and held.type.has_readable_member("__set__")
