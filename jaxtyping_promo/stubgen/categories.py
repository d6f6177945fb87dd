"""The operators of an array whose dtype is a category or a type variable for a checker.

`Array[floating]` times 2 is an `Array[floating]`, and an array of a type variable below `floating` keeps the variable.
A result is unknown if it changes some dtype of the category. Weak types belong to categories, too. Dtypes that JAX
truncates are left out.
"""

from __future__ import annotations

from functools import cache

from ..dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ..system import System
from .class_names import ordered, over, up_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    class Table(Protocol):
        """The part of `operator_tables.Table`, the table of an operator, that this module uses."""

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


def enclosing_categories(category: str) -> list[str]:
    """The categories that contain a category, without itself."""
    return [cls.__name__ for cls in CATEGORIES[category].__mro__[1:] if cls.__name__ in CATEGORIES]


def keeping_operands(table: Table) -> dict[str, set[str]]:
    """For each category, the other operands that keep each of its dtypes, or that the operator rejects."""
    keeping: dict[str, set[str]] = {}
    for category in CATEGORIES:
        results = {m: table.arrays(m) | table.others(m) for m in members(table.system, category)}
        others = {other for of in results.values() for other, made in of.items() if made}
        keeping[category] = {o for o in others if all(of[o] in (m, None) for m, of in results.items())}
    return keeping


def tops(system: System, nodes: set[str]) -> list[str]:
    """The highest nodes of a set that contains all nodes below them, too."""
    down = [n for n in ordered(system) if nodes.issuperset(over(system, n))]
    return [n for n in down if not any(n != m and n in over(system, m) for m in down)]


def below(node: str) -> str:
    """The type variable for a node and the nodes below it.

    With a class in its place, mypy would use it as the expected type of an operand that is a call, and accept it.
    """
    return f"_Below_{node}"


def bounds(system: System, tables: Iterable[Table]) -> dict[str, str]:
    """The type variables in the overloads of some tables, each with the class that bounds it."""
    types = {other for table in tables for _, (other, _) in table.of_category}
    return {below(n): up_to(n) for n in ordered(system) if f"Array[{below(n)}]" in types}


def closed_categories(table: Table) -> Iterator[str]:
    """The categories in which an operator is closed: two arrays of one dtype have this dtype as their result.

    Categories with subcategories are left out, because a union of the subcategories would count as closed, too.
    """
    for category in CATEGORIES:
        own = members(table.system, category)
        if not own or not table.takes_arrays or any(category in enclosing_categories(other) for other in CATEGORIES):
            continue
        results = {(a, b): table.result(a, b) for a in own for b in own}
        if {r for r in results.values() if r} <= {*own} and all(results[m, m] == m for m in own):
            yield category


def unary(system: System, op: str, *, but_refused: bool) -> list[str]:
    """The highest categories in which an operator has the same result for every dtype.

    Args:
        system: the promotion system.
        op: the operator.
        but_refused: whether to ignore dtypes that the operator rejects.
    """
    same_result: list[str] = []
    for category in CATEGORIES:
        results = {m: system.unary(op, m) for m in members(system, category)}
        same = all(r == m or (r is None and but_refused) for m, r in results.items())
        if same and any(results.values()) and not {*enclosing_categories(category)} & {*same_result}:
            same_result.append(category)
    return same_result
