"""The rows of dtypes: a class for each, whose bases say what operators and functions make of it.

``_Row_complex64`` is an ``_Abs[float32]``, so ``(self: Array[_Has[_Abs[R]]]) -> Array[R]`` gives ``Array[float32]``,
and it is a ``_Bound_add[_add_complex64]``, where ``_add_complex64`` is the class of what ``x.__add__`` is (see
`jaxtyping_promo.stubgen.tables`).

Such a base is a function from dtypes. Of what operators make of two arrays there are many, and those that the very
same dtypes have share a class with a type parameter for each: ``_Made7[R]`` is spelled ``_Results2[R, Any, Any, Any]``.
So a row has half as many bases. A checker evaluates every row that a union of dtypes leads to; pyright orders a class's
bases in a time that grows with the cube of their number, and looks for one from the first on: therefore a row has them
by parts, what programs are full of in the first.
"""

from __future__ import annotations

from functools import cache

from ..system import System
from .names import SAME, beside, result_class, row_class, third, third_classes, thirds, unary_rows
from .tables import OFTEN, operators

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OF_A_PART = 8
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
    return [*_alone(system), *together(system), *third_classes(system), *operators(system).classes.values()]


def base_classes(system: System) -> list[str]:
    """The bases of rows that functions and operands speak of."""
    of_operators = [name for name in _alone(system) if not name.startswith(BOUND)]
    return [*of_operators, *together(system), *third_classes(system)]


def definitions(system: System) -> Iterator[str]:
    """The classes that rows have as bases."""
    most = max(map(len, together(system).values()), default=0)
    for index in range(1, most + 1):
        yield f'_D{index} = TypeVar("_D{index}")'
        yield f'_R{index}_co = TypeVar("_R{index}_co", covariant=True)'
    yield "# Most are invariant: else mypy, where it joins two dtypes, joins their arguments, and what these name."
    yield "# What a descriptor gives is told twice: of a union of dtypes mypy says Never for an invariant argument,"
    yield "# and for a covariant one what all have in common."
    yield from (f"class {name}(Generic[{_says(name, '_D', '_R_co')}]): ..." for name in _alone(system))
    yield from (f"class {name}(Generic[_R_co, _E_contra]): ..." for name in third_classes(system))
    for cls, names in together(system).items():
        parameters = (_says(name, f"_D{i}", f"_R{i}_co") for i, name in enumerate(names, 1))
        yield f"class {cls}(Generic[{', '.join(parameters)}]): ...  # {', '.join(names)}"


def spelled(system: System, name: str, says: str) -> str:
    """A base that says something, whatever the others say that it shares a class with.

    It is not an alias, which pyright expands at each operator: that takes more than the shared classes save.
    """
    cls, names = _class_of(system).get(name, (name, (name,)))
    return f"{cls}[{', '.join(says if other == name else _says(other, 'Any') for other in names)}]"


def bound(name: str) -> str:
    """The base of the rows that carries what the descriptor of a table gives: ``_Bound_add``."""
    return f"{BOUND}{name}"


@cache
def told(system: System) -> dict[str, Told]:
    """What each base says of a system's nodes: what programs are full of comes first."""
    found = operators(system)
    functions: dict[str, Told] = {
        bound(table.name): tuple(found.classes[table.rows[node]] for node in system.nodes) for table in found.tables
    }
    functions |= {name: results for results, name in found.made.names.items()}
    functions[SAME] = system.nodes
    for op in unary_rows(system):
        functions[result_class(op)] = tuple(system.unary(op, node) for node in system.nodes)
    soon = _soon(system)
    return {name: functions[name] for name in (*soon, *(name for name in functions if name not in soon))}


@cache
def together(system: System) -> dict[str, tuple[str, ...]]:
    """The classes that several functions share, ``_Results1``, and these: the same dtypes have them.

    What programs are full of and carries what descriptors give stays alone, as each argument takes time; so does what
    the stubs of functions speak of.
    """
    by_dtypes: dict[object, list[str]] = {}
    kept = {SAME, *map(result_class, unary_rows(system)), *map(bound, OFTEN)}
    for name, results in told(system).items():
        if name not in kept:
            having = tuple(result is not None for result in results)
            by_dtypes.setdefault((name.startswith(BOUND), having), []).append(name)
    several = [tuple(names) for names in by_dtypes.values() if len(names) > 1]
    return {f"_Results{index}": names for index, names in enumerate(several, 1)}


@cache
def _class_of(system: System) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The class that a function shares, and all that do."""
    return {name: (cls, names) for cls, names in together(system).items() for name in names}


def _alone(system: System) -> list[str]:
    """The functions that have a class for themselves."""
    return [name for name in told(system) if name not in _class_of(system)]


def _soon(system: System) -> list[str]:
    """What operators that programs are full of ask for.

    pyright asks once for what a descriptor gives, and four times for what becomes of the other operand.
    """
    found = operators(system)
    usual = [name for name in found.made.soon if found.made.is_usual(name)]
    bounds = [bound(table.name) for table in found.tables if table.name in OFTEN]
    return list(dict.fromkeys([*usual, *bounds, *found.made.soon]))


def _says(name: str, result: str, covariant: str = "") -> str:
    """The arguments of a base. What a descriptor gives is told twice, first in the covariant one: see `definitions`."""
    return f"{covariant or result}, {result}" if name.startswith(BOUND) else result


def _class(name: str, bases: Iterable[str]) -> list[str]:
    return [f"class {name}(", *(f"    {base}," for base in bases), "): ..."]


def _bases(system: System, node: str) -> Iterator[str]:
    index = system.nodes.index(node)
    says = {name: result for name, results in told(system).items() if (result := results[index])}
    for first in says:
        cls, names = _class_of(system).get(first, (first, (first,)))
        if first == names[0]:
            yield f"{cls}[{', '.join(_says(name, says[name]) for name in names)}]"
    for number, (join, others) in enumerate(thirds(system, node)):
        yield f"{third(number)}[{join}, {beside(system)[others]}]"
