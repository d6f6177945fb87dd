"""What keeps each dtype of a category: operators of an array of which a checker knows a category or a type variable.

`Array[floating]` times 2 is an `Array[floating]`, and of a variable below `floating` it is one of the variable. Of the
rest nothing is said. Weak types are dtypes of a category, too; those that JAX truncates do not occur.
"""

from __future__ import annotations

from functools import cache

from ..dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ..system import System
from .names import ordered, over, up_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    class Table(Protocol):
        """What this module asks of the table of an operator, `tables.Table`."""

        system: System
        takes_arrays: bool
        of_category: tuple[tuple[str, tuple[str, str]], ...]

        def arrays(self, node: str, /) -> dict[str, str | None]: ...
        def others(self, node: str, /) -> dict[str, str | None]: ...
        def result(self, left: str, right: str, /) -> str | None: ...


@cache
def members(system: System, category: str) -> tuple[str, ...]:
    """The nodes of a category."""
    classes = {**DTYPES, **WEAK_TYPES}
    nodes = (n for n in system.nodes if n not in system.truncated)
    return tuple(n for n in nodes if issubclass(classes[n], CATEGORIES[category]))


def above(category: str) -> list[str]:
    """The categories that a category is in, itself not among them."""
    return [cls.__name__ for cls in CATEGORIES[category].__mro__[1:] if cls.__name__ in CATEGORIES]


def kept(table: Table) -> dict[str, set[str]]:
    """The other operands that make of each dtype of a category this dtype, or are refused, by category."""
    found: dict[str, set[str]] = {}
    for category in CATEGORIES:
        results = {m: table.arrays(m) | table.others(m) for m in members(table.system, category)}
        others = {other for of in results.values() for other, made in of.items() if made}
        found[category] = {o for o in others if all(of[o] in (m, None) for m, of in results.items())}
    return found


def tops(system: System, found: set[str]) -> list[str]:
    """The highest nodes that are in a set with all that is below them."""
    down = [n for n in ordered(system) if found.issuperset(over(system, n))]
    return [n for n in down if not any(n != m and n in over(system, m) for m in down)]


def below(node: str) -> str:
    """The type variable of a node and what is below it.

    Of a class in its place mypy would ask what is expected of an operand that is a call, and find that it can be one.
    """
    return f"_Below_{node}"


def bounds(system: System, tables: Iterable[Table]) -> dict[str, str]:
    """The variables that the overloads of some tables have, and the classes that they are bound by."""
    types = {other for table in tables for _, (other, _) in table.of_category}
    return {below(n): up_to(n) for n in ordered(system) if f"Array[{below(n)}]" in types}


def joined(table: Table) -> Iterator[str]:
    """The categories in which two of one dtype make the same, and two of the category one of it.

    Of those that have others below them nothing is said: a union of these would be taken for closed as well.
    """
    for category in CATEGORIES:
        own = members(table.system, category)
        if not own or not table.takes_arrays or any(category in above(other) for other in CATEGORIES):
            continue
        results = {(a, b): table.result(a, b) for a in own for b in own}
        if {r for r in results.values() if r} <= {*own} and all(results[m, m] == m for m in own):
            yield category


def unary(system: System, op: str, *, but_refused: bool) -> list[str]:
    """The highest categories of whose dtypes an operator makes the same.

    Args:
        system: the promotion system.
        op: the operator.
        but_refused: whether those that it refuses do not count.
    """
    found: list[str] = []
    for category in CATEGORIES:
        results = {m: system.unary(op, m) for m in members(system, category)}
        same = all(r == m or (r is None and but_refused) for m, r in results.items())
        if same and any(results.values()) and not {*above(category)} & {*found}:
            found.append(category)
    return found
