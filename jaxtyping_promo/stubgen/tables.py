"""Operators as tables: for each dtype of an array, which operands make which result.

A row of a table becomes a class whose call has an overload for each result. ``__add__`` of `Array` is a descriptor that
reads off the array's dtype which of the classes is called. So a checker comes to the few overloads of one dtype; of a
method with a type for ``self`` it would have to bind those of all dtypes, at each operator of a program.
"""

from __future__ import annotations

import re
from functools import cache

from ..dtypes import CATEGORIES, DTYPES, WEAK_TYPES, generic, integer
from ..rules.operators import COMPARISONS, FORWARD, REFLECTED, UNARY
from ..system import PYTHON_SCALARS, System
from .names import NUMPY_TYPES, having
from .unary import unary_overloads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ANY = "Array[Any]"
NEVER = "Never"
UNKNOWN_NUMPY = "np.ndarray[Any, np.dtype[Never]]"
"""Accepted from a NumPy array of unknown dtype alone: nothing else is below every dtype."""
UNKNOWN_ARRAY = "_U"
"""A type variable with the bound ``Array[Never]``, which only an array of unknown dtype fits.

Where zuban matches overloads with a protocol, as in `operator.add`, it takes the first alone: a variable stays open.
"""

SUPERTYPES: dict[str, tuple[str, ...]] = {
    **{scalar: PYTHON_SCALARS[i + 1 :] for i, scalar in enumerate(PYTHON_SCALARS)},
    "np.float64": ("float", "complex"),
    "np.complex128": ("complex",),
}
"""What else a scalar is to a checker, by its class or by the numeric tower."""

METHODS_OF_FUNCTIONS = ("__divmod__", "__rdivmod__")
"""The methods that typeshed's functions match with protocols; ty does it with all overloads of a descriptor's call."""

LEAST = 3
"""The number of dtypes from which on a set of them is a class: a union is compared with one member after the other."""

UNION = re.compile(r"Array\[(\w+(?: \| \w+)+)\]")

Overload = tuple[str, str]
"""The type of the other operand, and the result."""


class Sets:
    """The sets of dtypes that overloads speak of, each a base class of its members' rows.

    A weak type inherits the row of its default dtype, and with it the sets that this is in; beyond them it is named.
    """

    def __init__(self, system: System) -> None:
        self.defaults = system.defaults
        self.names: dict[tuple[str, ...], str] = {}
        self.generic: dict[tuple[str, ...], str] = {}

    def name(self, members: Iterable[str]) -> str:
        """The class that stands for some dtypes."""
        return self.names.setdefault(tuple(members), f"_Set{len(self.names) + 1}")

    def one_of(self, members: Iterable[str]) -> str:
        """Any one of some dtypes, `_R` in the result. A bound would not do: pyrefly forgets it in a protocol."""
        return having(f"{self.generic.setdefault(tuple(members), f'_OneOf{len(self.generic) + 1}')}[_R]")

    def union(self, nodes: Iterable[str]) -> str:
        """What stands for any of some dtypes and weak types."""
        strong = [n for n in nodes if n not in self.defaults]
        weak = [n for n in nodes if n in self.defaults and self.defaults[n] not in strong]
        return " | ".join([*([having(self.name(strong))] if len(strong) >= LEAST else strong), *weak])

    def in_text(self, text: str) -> str:
        """A type with the classes in place of the unions of dtypes."""
        known = {*DTYPES, *WEAK_TYPES}
        unions = ((m[0], m[1].split(" | ")) for m in UNION.finditer(text))
        for whole, names in unions:
            if known.issuperset(names):
                text = text.replace(whole, f"Array[{self.union(names)}]")
        return text

    def of(self, node: str) -> list[str]:
        """The classes that a dtype is a member of."""
        found = [name for members, name in self.names.items() if node in members]
        return found + [f"{name}[{node}]" for members, name in self.generic.items() if node in members]


class Table:
    """What an operator makes of an array and another operand.

    Attributes:
        name: the operator, with an ``r`` in front if it is reflected.
        unknown: the result where a dtype is not known: the one that all pairs have, if there is one.
        rows: the overloads of each dtype and weak type.
        refused: the categories whose dtypes the operator does not take at all, and one of these.
        has_static_power: whether an exponent that is known before it is run keeps the dtype, as NumPy's integers are.
    """

    def __init__(self, system: System, op: str, reflected: bool, sets: Sets) -> None:
        self.system, self.op, self.reflected, self.sets = system, op, reflected, sets
        self.name = f"r{op}" if reflected else op
        self.strong = tuple(n for n in system.nodes if n not in system.defaults)
        self.has_static_power = (
            op == "pow" and not reflected and any("int" in pair for pair in system.exceptions.get(op, {}))
        )
        self.takes_scalars = any(self.result(n, s) for n in self.strong for s in system.scalars)
        others = (*system.nodes, *system.scalars)
        taken = {node: {self.result(node, other) for other in others} - {None} for node in system.nodes}
        results = set().union(*taken.values())
        self.unknown = f"Array[{results.pop()}]" if op in COMPARISONS and len(results) == 1 else ANY
        self.rows = {node: tuple(self.row(node) if found else self.refusal()) for node, found in taken.items()}
        self.refused: dict[str, str] = {}
        for name, category in CATEGORIES.items():
            members = [n for n in self.strong if issubclass(DTYPES[n], category)]
            if category is generic or any(issubclass(category, CATEGORIES[above]) for above in self.refused):
                continue
            if members and not any(taken[n] for n in members):
                self.refused[name] = members[0]

    def result(self, mine: str, other: str) -> str | None:
        """The dtype of the result, or None if the operator does not take the operands."""
        left, right = (other, mine) if self.reflected else (mine, other)
        return self.system.binary(self.op, left, right)

    # ------------------------------------------------------------------------------------------------- operands

    def operands(self, mine: str) -> dict[str, str]:
        """Each operand of known dtype, and the result: arrays, NumPy's arrays (``np.int8[]``) and scalars, Python's.

        An array is never the left operand of a reflected operator, since it would have gone first.
        """
        found = {} if self.reflected else {node: self.result(mine, node) for node in self.system.nodes}
        for ours, name in NUMPY_TYPES.items():
            entered = self.system.truncated.get(ours, ours)
            if entered in self.system.nodes:
                found[f"np.{name}[]"] = self.result(mine, entered)
                if self.takes_scalars:
                    is_static = self.has_static_power and issubclass(DTYPES[ours], integer)
                    found[f"np.{name}"] = self.result(mine, "int" if is_static else entered)
        if self.takes_scalars:
            found |= {scalar: self.result(mine, scalar) for scalar in self.system.scalars}
        return {operand: f"Array[{result}]" if result else NEVER for operand, result in found.items()}

    def above(self, operand: str) -> tuple[str, ...]:
        """What an operand is to a checker as well."""
        default = self.system.defaults.get(operand)
        return (default,) if default else SUPERTYPES.get(operand, ())

    # ----------------------------------------------------------------------------------------------------- rows

    def row(self, mine: str) -> Iterator[Overload]:
        """The overloads for one dtype. The first that fits decides, so nothing comes after what it is as well."""
        left = self.operands(mine)
        if self.unknown == ANY:
            yield from self.nothing_known()
        yield from self.taken(left, f"Array[{mine}]")
        if self.unknown == ANY:
            yield from self.winning(left, [n for n in self.strong if left.get(n) == f"Array[{n}]"])
        while left:
            for result in sorted(dict.fromkeys(left.values()), key=lambda r: self.order(left, r)):
                if found := list(self.taken(left, result)):
                    yield from found
                    break
        numpy = ["np.ndarray[Any, Any]", *(["np.generic"] if self.takes_scalars else [])]
        scalars = [s for s in self.system.scalars if self.takes_scalars and self.result(mine, s)]
        yield " | ".join([*([] if self.reflected else [ANY]), *numpy, *scalars]), self.unknown

    def refusal(self) -> Iterator[Overload]:
        """The overloads of a dtype that the operator does not take: what they do not speak of is an error.

        They name NumPy's arrays, since a checker would go on to the operators of these, which take everything.
        """
        yield UNKNOWN_NUMPY if self.reflected else f"Array[Never] | {UNKNOWN_NUMPY}", self.unknown
        yield "np.ndarray[Any, Any]", NEVER

    def nothing_known(self) -> Iterator[Overload]:
        """The overloads for operands of unknown dtype, apart: in a union, ty takes the first to fit every array."""
        if not self.reflected:
            yield UNKNOWN_ARRAY, self.unknown
        yield UNKNOWN_NUMPY, self.unknown

    def winning(self, left: dict[str, str], names: list[str]) -> Iterator[Overload]:
        """The dtypes that are the result themselves."""
        names = [n for n in names if not any(n in self.above(operand) for operand in left)]
        if len(names) > 1:
            yield f"Array[{self.sets.one_of(names)}]", "Array[_R]"
            for name in names:
                del left[name]

    def order(self, left: dict[str, str], result: str) -> tuple[bool, bool, int]:
        """The sort key of results: what is taken before what is not, arrays first, then what most operands make."""
        operands = [operand for operand, made in left.items() if made == result]
        return result == NEVER, not any(operand in self.system.nodes for operand in operands), -len(operands)

    def taken(self, left: dict[str, str], result: str) -> Iterator[Overload]:
        """An overload for all that make a result, but for what something else that is left is as well."""
        found = [operand for operand, made in left.items() if made == result]
        while early := {o for o in found for other in left if other not in found and o in self.above(other)}:
            found = [operand for operand in found if operand not in early]
        if found:
            yield " | ".join(self.types(found)), result
        for operand in found:
            del left[operand]

    def types(self, operands: list[str]) -> Iterator[str]:
        """The types of some operands."""
        named = [o for o in operands if not set(self.above(o)) & set(operands)]
        nodes = [o for o in operands if o in self.system.nodes]
        if nodes:
            yield f"Array[{self.sets.union(nodes)}]"
        yield from (scalar for scalar in PYTHON_SCALARS if scalar in named)
        arrays = [o.removesuffix("[]") for o in operands if o.endswith("[]")]
        if arrays:
            yield f"np.ndarray[Any, np.dtype[{' | '.join(arrays)}]]"
        yield from (o for o in named if o.startswith("np.") and not o.endswith("[]"))


class Operators:
    """The tables of all operators of a system.

    Attributes:
        methods: method name to table; operators that make the same of everything share one.
        classes: the overloads of each row to the class that has them, which several operators share: ``_add_int8``.
        sets: the sets of dtypes that these and the unary operators speak of.
    """

    def __init__(self, system: System) -> None:
        self.sets = Sets(system)
        self.methods: dict[str, Table] = {}
        self.classes: dict[tuple[Overload, ...], str] = {}
        first: dict[object, Table] = {}
        for reflected, methods in ((False, FORWARD), (True, REFLECTED)):
            for method, op in methods.items():
                if method in METHODS_OF_FUNCTIONS:
                    continue
                table = Table(system, op, reflected, self.sets)
                self.methods[method] = first.setdefault(tuple(table.rows.items()), table)
                refusal = tuple(table.refusal())
                for node, row in table.rows.items():
                    refused = "_ReflectedRefused" if reflected else "_Refused"
                    name = refused if row == refusal else f"_{table.name}_{node}"
                    self.classes.setdefault(row, name)
        for op in UNARY:
            for mine, _ in unary_overloads(system, op):
                self.sets.in_text(mine)

    @property
    def tables(self) -> list[Table]:
        """Every table once."""
        return list(dict.fromkeys(self.methods.values()))


@cache
def operators(system: System) -> Operators:
    """The tables of a system."""
    return Operators(system)
