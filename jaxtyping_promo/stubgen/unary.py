"""The overloads of a unary operator, in the order in which a checker must try them."""

from __future__ import annotations

from ..system import System
from . import categories
from .class_names import having, result_class, unary_groups, unary_rows

Overload = tuple[str, str]
"""An overload: the type of ``self``, and the result."""


def unary_overloads(system: System, op: str) -> list[Overload]:
    """The overloads of ``__op__``: first for an unknown dtype, then for each dtype by its row."""
    group = unary_groups(system)[op]
    results = [system.unary(op, n) for n in system.nodes]
    takes_inexact = any(system.unary(op, n) for n in system.nodes if n.startswith("float"))
    # A result that all dtypes share also holds for categories and type variables. Their other results are unknown.
    same = f"Array[{next(filter(None, results))}]" if len({*results} - {None}) == 1 else "Array[Any]"
    rest = ("Array[Any]" if takes_inexact else "Array[bool_ | integer]", same)
    overloads = [("Array[Never]", "Array[Any]")]
    if group in unary_rows(system):
        overloads.append((f"Array[{having(f'{result_class(group)}[_R]')}]", "Array[_R]"))
    elif same == "Array[Any]":
        overloads += _by_name(system, op)
    refused = [n for n, result in zip(system.nodes, results, strict=True) if result is None]
    # `NO_ARRAY` of the tables would be wrong here: protocols, as in `unittest`, compare the result of `abs` for an
    # array of unknown dtype, and an array of no dtype lacks `round`.
    if refused and takes_inexact:
        overloads.append((f"Array[{' | '.join(refused)}]", "Never"))
    if same == "Array[Any]":
        constant_categories = categories.unary(system, op, but_refused=takes_inexact)
        overloads += ((f"Array[{category}]", "Array[_D_co]") for category in constant_categories)
    return [*overloads, rest]


def _by_name(system: System, op: str) -> list[Overload]:
    """The overloads of an operator whose results are not in the rows."""
    grouped: dict[str, list[str]] = {}
    for name in (*system.defaults, *(n for n in system.nodes if n not in system.defaults)):
        if result := system.unary(op, name):
            grouped.setdefault(result, []).append(name)
    return [(f"Array[{' | '.join(names)}]", f"Array[{result}]") for result, names in grouped.items()]
