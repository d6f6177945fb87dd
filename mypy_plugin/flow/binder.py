"""Variables as mypy knows them, and its binder, which follows what they hold through the flow of a program."""

from __future__ import annotations

from mypy.literals import literal_hash
from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type, get_proper_type


def declare(place: Expression, var: Var, wide: Type) -> None:
    """Give a variable its type before it is assigned for the first time, so that mypy need not infer it."""
    var.type, var.is_ready = wide, True
    if isinstance(place, NameExpr | MemberExpr):
        place.is_inferred_def = False


_redeclared = 0


def redeclarations() -> int:
    """How many variables have been given a wider type."""
    return _redeclared


def redeclare(api: CheckerPluginInterface, place: NameExpr | MemberExpr, var: Var, wide: Type) -> None:
    """Give a variable a wider type for good. A loop around that has used it before is checked once more."""
    global _redeclared
    _redeclared += 1
    var.type = wide
    key = literal_hash(place)
    if key is not None:
        api.binder.declarations[key] = wide  # type: ignore[attr-defined]
    api.widened_vars.append(var.name)  # type: ignore[attr-defined]


def variable(api: CheckerPluginInterface, place: Expression) -> Var | None:
    """The variable or attribute that an expression names."""
    match place:
        case NameExpr(node=Var() as var):
            return var
        case MemberExpr(name=name, expr=owner) if place.def_var is None and api.has_type(owner):  # type: ignore[attr-defined]
            held: Type = api.lookup_type(owner)  # type: ignore[attr-defined]
            instance = get_proper_type(held)
            symbol = instance.type.get(name) if isinstance(instance, Instance) else None
            return symbol.node if symbol is not None and isinstance(symbol.node, Var) else None
    return place.def_var if isinstance(place, MemberExpr) else None
