"""The rows of dtypes: one class per dtype, whose bases state the results of operators and functions.

``_Row_complex64`` is an ``_Abs[float32]``, so ``(self: Array[_Has[_Abs[R]]]) -> Array[R]`` gives ``Array[float32]``.
It is also a ``_Bound_add[_add_complex64]``, where ``_add_complex64`` is the class of ``x.__add__`` (see
`jaxtyping_promo.stubgen.operator_tables`).

Such a base is a function from dtypes to results. Operators on two arrays need many such functions. Functions defined
for the same dtypes share a class with a type parameter for each: ``_Made7[R]`` is spelled
``_Results2[R, Any, Any, Any]``. So a row has half as many bases. pyright's time to order the bases of a class grows
with the cube of their number, and it searches them from the first on. So a row has its bases in parts, with the most
common bases in the first part.
"""

from __future__ import annotations

from functools import cache

from ..system import System
from .class_names import SAME, beside, result_class, row_class, third, third_classes, thirds, unary_rows
from .operator_tables import OFTEN, operators

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OF_A_PART = 8
"""The maximal number of bases in a part of a row."""

BOUND = "_Bound_"
"""The beginning of the names of bases that carry the results of descriptors."""

StatedResults = tuple[str | None, ...]
"""The result that a base states for each node of a system, or None."""


def row(system: System, node: str) -> list[str]:
    """The class of a dtype's row, after the classes of its parts."""
    name = row_class(node)
    bases = [*_bases(system, node)]
    parts = {
        f"{name}_{index}": bases[start : start + OF_A_PART]
        for index, start in enumerate(range(0, len(bases), OF_A_PART), 1)
    }
    classes = {**parts, name: [*parts]}
    return [*(line for cls, its in classes.items() for line in _class(cls, its)), ""]


def row_bases(system: System) -> list[str]:
    """The names of the classes that are bases of rows, and of the classes that these classes name."""
    return [*_unshared(system), *together(system), *third_classes(system), *operators(system).classes.values()]


def base_classes(system: System) -> list[str]:
    """The bases of rows that functions and operands name."""
    of_operators = [name for name in _unshared(system) if not name.startswith(BOUND)]
    return [*of_operators, *together(system), *third_classes(system)]


def definitions(system: System) -> Iterator[str]:
    """The classes that rows have as bases."""
    most = max(map(len, together(system).values()), default=0)
    for index in range(1, most + 1):
        yield f'_D{index} = TypeVar("_D{index}")'
        yield f'_R{index}_co = TypeVar("_R{index}_co", covariant=True)'
    yield "# Most are invariant. Otherwise mypy's join of two dtypes would also join their arguments, and so on."
    yield "# A descriptor's result is stated twice. For a union of dtypes, mypy infers Never for an invariant argument,"
    yield "# and the common base class for a covariant one."
    yield from (f"class {name}(Generic[{_base_arguments(name, '_D', '_R_co')}]): ..." for name in _unshared(system))
    yield from (f"class {name}(Generic[_R_co, _E_contra]): ..." for name in third_classes(system))
    for cls, names in together(system).items():
        parameters = (_base_arguments(name, f"_D{i}", f"_R{i}_co") for i, name in enumerate(names, 1))
        yield f"class {cls}(Generic[{', '.join(parameters)}]): ...  # {', '.join(names)}"


def spelled(system: System, name: str, says: str) -> str:
    """A base as an argument of the class that it shares with others, whose arguments are Any.

    An alias would be slower: pyright expands an alias at each operator, which takes more time than the shared classes
    save.
    """
    cls, names = _class_of(system).get(name, (name, (name,)))
    return f"{cls}[{', '.join(says if other == name else _base_arguments(other, 'Any') for other in names)}]"


def bound(name: str) -> str:
    """The base of rows that carries the result of a table's descriptor: ``_Bound_add``."""
    return f"{BOUND}{name}"


@cache
def results_by_base(system: System) -> dict[str, StatedResults]:
    """The results that each base states for a system's nodes, with the most common bases first."""
    all_operators = operators(system)
    functions: dict[str, StatedResults] = {
        bound(table.name): tuple(all_operators.classes[table.rows[node]] for node in system.nodes)
        for table in all_operators.tables
    }
    functions |= {name: results for results, name in all_operators.made.names.items()}
    functions[SAME] = system.nodes
    for op in unary_rows(system):
        functions[result_class(op)] = tuple(system.unary(op, node) for node in system.nodes)
    soon = _looked_up_first(system)
    return {name: functions[name] for name in (*soon, *(name for name in functions if name not in soon))}


@cache
def together(system: System) -> dict[str, tuple[str, ...]]:
    """The shared classes, ``_Results1``, each with the functions that share it. They are defined for the same dtypes.

    Two kinds of bases have separate classes, since each argument takes time. Common bases are for the results of
    descriptors, and other bases are named by the stubs of functions.
    """
    by_dtypes: dict[object, list[str]] = {}
    unshared = {SAME, *map(result_class, unary_rows(system)), *map(bound, OFTEN)}
    for name, results in results_by_base(system).items():
        if name not in unshared:
            having = tuple(result is not None for result in results)
            by_dtypes.setdefault((name.startswith(BOUND), having), []).append(name)
    several = [tuple(names) for names in by_dtypes.values() if len(names) > 1]
    return {f"_Results{index}": names for index, names in enumerate(several, 1)}


@cache
def _class_of(system: System) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The class that a function shares, and all functions that share it."""
    return {name: (cls, names) for cls, names in together(system).items() for name in names}


def _unshared(system: System) -> list[str]:
    """The functions with a separate class."""
    return [name for name in results_by_base(system) if name not in _class_of(system)]


def _looked_up_first(system: System) -> list[str]:
    """The bases that common operators look for.

    pyright looks for the result of the descriptor once, and for the result of the other operand four times.
    """
    all_operators = operators(system)
    usual = [name for name in all_operators.made.soon if all_operators.made.is_usual(name)]
    bounds = [bound(table.name) for table in all_operators.tables if table.name in OFTEN]
    return list(dict.fromkeys([*usual, *bounds, *all_operators.made.soon]))


def _base_arguments(name: str, result: str, covariant: str = "") -> str:
    """The arguments of a base. A descriptor's result appears twice, first as the covariant one: see `definitions`."""
    return f"{covariant or result}, {result}" if name.startswith(BOUND) else result


def _class(name: str, bases: Iterable[str]) -> list[str]:
    return [f"class {name}(", *(f"    {base}," for base in bases), "): ..."]


def _bases(system: System, node: str) -> Iterator[str]:
    index = system.nodes.index(node)
    says = {name: result for name, results in results_by_base(system).items() if (result := results[index])}
    for first in says:
        cls, names = _class_of(system).get(first, (first, (first,)))
        if first == names[0]:
            yield f"{cls}[{', '.join(_base_arguments(name, says[name]) for name in names)}]"
    for number, (join, others) in enumerate(thirds(system, node)):
        yield f"{third(number)}[{join}, {beside(system)[others]}]"
