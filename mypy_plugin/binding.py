"""mypy's binder, which follows the flow of a program: what a variable is declared as."""

from __future__ import annotations

from mypy.literals import literal_hash
from mypy.nodes import MemberExpr, NameExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type


def redeclare(api: CheckerPluginInterface, place: NameExpr | MemberExpr, var: Var, wide: Type) -> None:
    """Give a variable a wider type for good. A loop around that has used it before is checked once more."""
    var.type = wide
    key = literal_hash(place)
    if key is not None:
        api.binder.declarations[key] = wide  # type: ignore[attr-defined]
    api.widened_vars.append(var.name)  # type: ignore[attr-defined]
