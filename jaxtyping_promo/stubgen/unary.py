"""The overloads of one unary operator, in the order in which a checker must try them."""

from __future__ import annotations

from ..system import System
from .names import having, result_class, rows, unary_groups

Overload = tuple[str, str]
"""The type of self, and the result."""


def unary_overloads(system: System, op: str) -> list[Overload]:
    """The overloads of ``__op__``: the unknown first, then weak arrays by name, then the rest by its row."""
    group = unary_groups(system)[op]
    found = [("Array[Never]", "Array[Any]")]
    for weak in system.defaults:
        result = system.unary(op, weak)
        if result:
            found.append((f"Array[{weak}]", f"Array[{result}]"))
    if group in rows(system):
        found.append((f"Array[{having(f'{result_class(group)}[_R]')}]", "Array[_R]"))
    else:
        found += _by_name(system, op)
    takes_inexact = any(system.unary(op, n) for n in system.nodes if n.startswith("float"))
    rejected = [n for n in system.nodes if n not in system.defaults and system.unary(op, n) is None]
    if rejected and takes_inexact:
        found.append((f"Array[{' | '.join(rejected)}]", "Never"))
    # What is the same for all dtypes is so for categories and type variables, of which else nothing is said.
    results = {system.unary(op, n) for n in system.nodes} - {None}
    same = f"Array[{results.pop()}]" if len(results) == 1 else "Array[Any]"
    found.append(("Array[Any]" if takes_inexact else "Array[bool_ | integer]", same))
    return found


def _by_name(system: System, op: str) -> list[Overload]:
    """The overloads of an operator whose results are not in the rows."""
    grouped: dict[str, list[str]] = {}
    for name in system.nodes:
        result = system.unary(op, name)
        if result and name not in system.defaults:
            grouped.setdefault(result, []).append(name)
    return [(f"Array[{' | '.join(names)}]", f"Array[{result}]") for result, names in grouped.items()]
