"""The rows of dtypes: a class for each, whose bases say what operators and functions make of it.

``_Row_complex64`` is an ``_Abs[float32]``, so ``(self: Array[_Has[_Abs[R]]]) -> Array[R]`` gives ``Array[float32]``,
and it is a ``_Bound_add[_add_complex64]``, where ``_add_complex64`` is the class of what ``x.__add__`` is (see
`jaxtyping_promo.stubgen.tables`).

Such a base is a function from dtypes, and many say the same of most: of a float, operators make that float with nearly
all others. What is alike is told at once, ``_Alike7[float32]``, by a class that has all of it as bases. A checker
evaluates every row that a union of dtypes leads to, and pyright orders its bases in a time that grows with their cube:
therefore a row has them by parts, too.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from ..system import System
from .names import SAME, beside, result_class, row_class, third, third_classes, thirds, unary_rows, wide
from .tables import OFTEN, Table, operators

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LEAST = 3
"""The bases of all rows that a class of what is alike has to spare."""

OF_A_PART = 6
"""The bases of a part of a row, at most."""

BOUND = "_Bound_"
"""The names of the bases that carry what descriptors give begin so."""

Told = tuple[str | None, ...]
"""What a base says of each node of a system, if anything."""


def row(system: System, node: str) -> list[str]:
    """The class of a dtype's row, behind the classes of its parts."""
    name = row_class(node)
    bases = [*_bases(system, node)]
    parts = {
        f"{name}_{index}": bases[start : start + OF_A_PART]
        for index, start in enumerate(range(0, len(bases), OF_A_PART), 1)
    }
    classes = {**parts, name: [*parts]}
    return [*(line for cls, its in classes.items() for line in _class(cls, its)), ""]


def row_bases(system: System) -> list[str]:
    """The names of the classes that rows have as bases, and of those that these name in turn."""
    found = operators(system)
    return [*base_classes(system), *map(bound, found.tables), *alike(system).values(), *found.classes.values()]


def base_classes(system: System) -> list[str]:
    """The base classes of rows that functions and operands speak of, too."""
    return [
        SAME,
        *map(result_class, unary_rows(system)),
        *operators(system).made.names.values(),
        *third_classes(system),
    ]


def definitions(system: System) -> Iterator[str]:
    """The classes that rows have as bases."""
    yield "# Most are invariant: else mypy, where it joins two dtypes, joins their arguments, and what these name."
    yield "# What a descriptor gives is told twice: of a union of dtypes mypy says Never for an invariant argument,"
    yield "# and for a covariant one what all have in common."
    yield from (f"class {name}(Generic[{_says(name, '_D', '_R_co')}]): ..." for name in told(system))
    yield from (f"class {name}(Generic[_R_co, _E_contra]): ..." for name in third_classes(system))
    yield "# What says the same of many dtypes."
    for names, name in alike(system).items():
        bases = (f"{member}[{_says(member, '_D')}]" for member in names)
        yield f"class {name}({', '.join(bases)}): ..."


def bound(table: Table) -> str:
    """The base class of the rows that carries what the descriptor gives: ``_Bound_add``."""
    return f"{BOUND}{table.name}"


@cache
def told(system: System) -> dict[str, Told]:
    """What each base says of a system's nodes: what programs are full of comes first."""
    found = operators(system)
    functions: dict[str, Told] = {
        bound(table): tuple(found.classes[table.rows[node]] for node in system.nodes) for table in found.tables
    }
    functions |= {name: results for results, name in found.made.names.items()}
    functions[SAME] = system.nodes
    for op in unary_rows(system):
        functions[result_class(op)] = tuple(system.unary(op, node) for node in system.nodes)
    soon = [*_bound_often(system), *found.made.soon]
    return {name: functions[name] for name in (*soon, *(name for name in functions if name not in soon))}


@cache
def alike(system: System) -> dict[tuple[str, ...], str]:
    """The sets of bases that are told at once, and the class of each: ``_Alike1``."""
    usual = operators(system).made.usual
    parts = [{n: says for n, says in told(system).items() if (n in usual) == first} for first in (True, False)]
    several = [names for part in parts for names in _together(part) if len(names) > 1]
    return {names: f"_Alike{index}" for index, names in enumerate(several, 1)}


def _bound_often(system: System) -> list[str]:
    """Those of them that carry what descriptors give: each stays a base by itself."""
    return [bound(table) for table in operators(system).tables if table.name in OFTEN]


def _says(name: str, result: str, covariant: str = "") -> str:
    """The arguments of a base. What a descriptor gives is told twice, first in the covariant one: see `definitions`."""
    return f"{covariant or result}, {result}" if name.startswith(BOUND) else result


def _class(name: str, bases: Iterable[str]) -> list[str]:
    return [f"class {name}(", *(f"    {base}," for base in bases), "): ..."]


def _bases(system: System, node: str) -> Iterator[str]:
    index = system.nodes.index(node)
    says = {name: result for name, results in told(system).items() if (result := results[index])}
    often = _bound_often(system) if node in wide(system) else ()  # a step more takes time at each operator
    classes = {member: (names, name) for names, name in alike(system).items() for member in names}
    while says:
        base, result = next(iter(says.items()))
        names, name = classes.get(base, ((base,), base))
        if base in often or any(says.get(member) != result for member in names):
            names, name = (base,), base
        yield f"{name}[{_says(name, result)}]"
        for member in names:
            del says[member]
    for number, (join, others) in enumerate(thirds(system, node)):
        yield f"{third(number)}[{join}, {beside(system)[others]}]"


def _together(functions: Mapping[str, Told]) -> Iterable[tuple[str, ...]]:
    """Sets of functions that are alike: those are merged that spare most bases, as long as any do."""
    order = [*functions]
    sets: list[tuple[str, ...]] = [(name,) for name in order]

    @cache
    def needed(names: tuple[str, ...]) -> int:
        """The bases that all rows need for a set."""
        columns = zip(*(functions[name] for name in names), strict=True)
        return sum(1 if len({*column}) == 1 and column[0] else sum(map(bool, column)) for column in columns)

    def spared(first: tuple[str, ...], second: tuple[str, ...]) -> int:
        return needed(first) + needed(second) - needed(first + second)

    gains = {pair: spared(*pair) for pair in combinations(sets, 2)}
    while gains and gains[best := max(gains, key=gains.__getitem__)] >= LEAST:
        merged = tuple(sorted(best[0] + best[1], key=order.index))
        gains = {pair: gain for pair, gain in gains.items() if not {*pair} & {*best}}
        sets = [names for names in sets if names not in best]
        gains |= {(names, merged): spared(names, merged) for names in sets}
        sets.append(merged)
    return sets
