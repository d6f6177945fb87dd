"""Operators as tables: for each dtype of an array, which operands make which result.

A row of a table becomes a class whose call has one overload for all arrays, which reads the result off their dtypes
(`Made`), and one for each result of other operands. ``__add__`` of `Array` is a descriptor that reads off the array's
dtype which of the classes is called. So a checker comes to the few overloads of one dtype; of a method with a type for
``self`` it would have to bind those of all dtypes, at each operator of a program.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from ..dtype_like import NUMPY_TYPES
from ..dtypes import CATEGORIES, DTYPES, generic, integer
from ..operators import COMPARISONS, FORWARD, REFLECTED
from ..system import PYTHON_SCALARS, System
from . import categories
from .names import NUMPY_SCALAR, SAME, having, wide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ANY = "Array[Any]"
NO_ARRAY = "Array[Never]"
"""What comes of operands that an operator does not take.

Were it no array, nor would be what comes of an operand of unknown dtype: several overloads fit that, of which mypy,
pyrefly, ty and zuban say what their results have in common.
"""

UNKNOWN_NUMPY = "np.ndarray[Any, np.dtype[Never]]"
"""Accepted from a NumPy array of unknown dtype alone: nothing else is below every dtype."""

OPEN = "_U"
"""A type variable that nothing fits, as a first overload which no operator takes.

Where zuban and mypy match overloads with a protocol of a program's own that is generic in the operand, they take the
first alone: a variable stays open.
"""

OF_A_CLASS = "generic"
"""What a program declares with a dtype's class, ``scale: jnp.float32``: an array when it is run.

Of JAX alone a checker says that such a class is no type, once, and nothing of what is made of it; so does the plugin.
"""

ITS_OWN = "_C_co"
"""The dtype of an array of which a category is known."""

UNKNOWN_ARRAY = "_N"
"""A type variable with the bound ``Array[Never]``, which only an array of unknown dtype fits.

Of ``Array[Never]`` itself mypy would ask what is expected of an operand, and find that ``x + x`` can be one.
"""

ONE_DTYPE = f"Array[{having(f'{SAME}[_R]')}]"
"""Any array of one known dtype: a union of several does not fit."""

SUPERTYPES: dict[str, tuple[str, ...]] = {
    **{scalar: PYTHON_SCALARS[i + 1 :] for i, scalar in enumerate(PYTHON_SCALARS)},
    "np.float64": ("float", "complex"),
    "np.complex128": ("complex",),
}
"""What else a scalar is to a checker, by its class or by the numeric tower."""

OFTEN = frozenset(("add", "sub", "mul", "truediv", "pow", *COMPARISONS))
"""The operators that programs are full of.

pyright looks for a base of a dtype's row from the first on, so that what these ask for comes first.
"""

USUAL = ("float32", "float64", "int32", "int64", "bfloat16", "float16", "complex64", "complex128")
"""The dtypes that programs are full of, the most usual first."""

METHODS_OF_FUNCTIONS = ("__divmod__", "__rdivmod__")
"""The methods that typeshed's functions match with protocols; ty does it with all overloads of a descriptor's call."""

Overload = tuple[str, str]
"""The type of the other operand, and the result."""


class Made:
    """What operators make of an array as the other operand: a base of the rows for each function from dtype to result.

    ``_Made7[float32]`` in the row of `int32` says that what speaks of ``_Made7`` makes a `float32` of an `int32`.
    So one overload has the results of all dtypes, and none has to fail before it.
    """

    def __init__(self, system: System) -> None:
        self.nodes = system.nodes
        self.names: dict[tuple[str | None, ...], str] = {}
        self.places: dict[str, int] = {}
        """Of those for operators that programs are full of, the place of the most usual dtype."""

    @property
    def soon(self) -> list[str]:
        """Those for operators that programs are full of, in the order in which these look for them."""
        return sorted(self.places, key=self.places.__getitem__)

    def is_usual(self, name: str) -> bool:
        """Whether an operator that programs are full of, on a dtype that they are full of, speaks of it."""
        return self.places.get(name, len(USUAL)) < len(USUAL)

    def name(self, results: dict[str, str | None], op: str, mine: str) -> str:
        """The class for these results by dtype, of which an operator on an array speaks."""
        name = self.names.setdefault(tuple(results.get(node) for node in self.nodes), f"_Made{len(self.names) + 1}")
        if op in OFTEN:
            place = USUAL.index(mine) if mine in USUAL and op not in COMPARISONS else len(USUAL)
            self.places[name] = min(place, self.places.get(name, place))
        return name


class Table:
    """What an operator makes of an array and another operand.

    Attributes:
        name: the operator, with an ``r`` in front if it is reflected.
        unknown: the result where a dtype is not known: the one that all pairs have, if there is one.
        rows: the overloads of each dtype and weak type.
        of_category: those of arrays of which a category is known (see `jaxtyping_promo.stubgen.categories`).
        refused: the categories whose dtypes the operator does not take at all, and one of these.
        takes_arrays: whether the other may be an array. A reflected operator only sees one that an operator refuses,
            which has to be an error; of an operator that refuses no dtype, both directions share their overloads.
        has_static_power: whether an exponent that is known before it is run keeps the dtype, as NumPy's integers are.
    """

    def __init__(self, system: System, op: str, reflected: bool, made: Made) -> None:
        self.system, self.op, self.reflected, self.made = system, op, reflected, made
        self.name = f"r{op}" if reflected else op
        self.strong = tuple(n for n in system.nodes if n not in system.defaults)
        self.has_static_power = (
            op == "pow" and not reflected and any("int" in pair for pair in system.exceptions.get(op, {}))
        )
        self.takes_scalars = any(self.result(n, s) for n in self.strong for s in system.scalars)
        others = (*system.nodes, *system.scalars)
        taken = {node: {self.result(node, other) for other in others} - {None} for node in system.nodes}
        self.takes_arrays = not reflected or all(taken.values())
        results = set().union(*taken.values())
        self.unknown = f"Array[{results.pop()}]" if op in COMPARISONS and len(results) == 1 else ANY
        self.rows = {node: tuple(self.row(node) if found else self.refusal()) for node, found in taken.items()}
        self.of_category = tuple(self.of_categories()) if self.unknown == ANY else ()
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

    def arrays(self, mine: str) -> dict[str, str | None]:
        """What each dtype of another array makes."""
        return {node: self.result(mine, node) for node in self.system.nodes} if self.takes_arrays else {}

    def others(self, mine: str) -> dict[str, str | None]:
        """What each operand makes that is no array of ours: NumPy's arrays (``np.int8[]``) and scalars, Python's."""
        found = {}
        for ours, name in NUMPY_TYPES.items():
            entered = self.system.truncated.get(ours, ours)
            if entered in self.system.nodes:
                found[f"np.{name}[]"] = self.result(mine, entered)
                if self.takes_scalars:
                    is_static = self.has_static_power and issubclass(DTYPES[ours], integer)
                    found[f"np.{name}"] = self.result(mine, "int" if is_static else entered)
        if self.takes_scalars:
            found |= {scalar: self.result(mine, scalar) for scalar in self.system.scalars}
        return found

    def reads_off(self, mine: str, arrays: dict[str, str | None]) -> bool:
        """Whether one overload reads the results off the rows of other arrays' dtypes.

        ty goes on to the row of a weak type's default dtype where its own says nothing: it must not be refused alone.
        """
        refused = (default for weak, default in self.system.defaults.items() if arrays and not arrays[weak])
        return mine in wide(self.system) and not any(arrays[default] for default in refused)

    def in_rows(self, node: str, result: str | None) -> bool:
        """Whether the row of a dtype says what it makes. That of a strong one names no weak type.

        A weak type is a class below its default dtype, and zuban loses the bases of what that leads back to.
        """
        return bool(result) and (result not in self.system.defaults or node in self.system.defaults)

    def of_categories(self) -> Iterator[tuple[str, Overload]]:
        """The overloads for arrays of which a category is known, with this."""
        kept = categories.kept(self)
        operands = self.others(self.strong[0])
        for category, found in kept.items():
            said = set().union(*(kept[above] for above in categories.above(category)))
            for node in categories.tops(self.system, found):
                if node not in said:
                    yield category, (f"Array[{categories.below(node)}]", f"Array[{ITS_OWN}]")
            new = [o for o in operands if o in found - said]
            # What is one of these to a checker as well, and makes something else.
            other = [o for o in operands if o not in found and {*above(o, self.system)} & {*new}]
            results: dict[str, str | None] = {**dict.fromkeys(other, "Any"), **dict.fromkeys(new, ITS_OWN)}
            for overload in grouped(results, self.system, NO_ARRAY):
                yield category, overload
        if joined := list(categories.joined(self)):
            yield "generic", (ONE_DTYPE, ANY)
            yield from ((category, (f"Array[{ITS_OWN}]", f"Array[{ITS_OWN}]")) for category in joined)

    # ----------------------------------------------------------------------------------------------------- rows

    def row(self, mine: str) -> Iterator[Overload]:
        """The overloads for one dtype. The first that fits decides, so nothing comes after what it is as well."""
        arrays = self.arrays(mine)
        in_rows = {n: r for n, r in arrays.items() if self.in_rows(n, r)} if self.reads_off(mine, arrays) else {}
        by_name = {n: r for n, r in arrays.items() if n not in in_rows and (r or not in_rows)}
        if in_rows:
            yield from self.read_off(mine, in_rows)
        elif arrays and self.unknown == ANY:
            yield UNKNOWN_ARRAY, ANY
        if self.unknown == ANY:
            yield UNKNOWN_NUMPY, ANY
        yield from grouped(by_name | self.others(mine), self.system, NO_ARRAY)
        if in_rows and not all(arrays.values()):  # an array of one dtype that comes as far as this is not taken
            yield ONE_DTYPE, NO_ARRAY
        numpy = ["np.ndarray[Any, Any]", *([NUMPY_SCALAR] if self.takes_scalars else [])]
        scalars = [s for s in self.system.scalars if self.takes_scalars and self.result(mine, s)]
        yield " | ".join([*([ANY] if arrays else []), *numpy, *scalars, OF_A_CLASS]), self.unknown

    def read_off(self, mine: str, results: dict[str, str | None]) -> Iterator[Overload]:
        """The overload for all arrays of known dtype, with what has to come before it."""
        made = self.made.name(results, self.op, mine)
        if self.unknown != ANY:
            yield f"Array[{having(f'{made}[Any]')}]", self.unknown
            return
        yield OPEN, ANY
        yield f"Array[{having(f'{made}[_R]')}]", "Array[_R]"

    def refusal(self) -> Iterator[Overload]:
        """The overloads of a dtype that the operator does not take: what they do not speak of is an error.

        They name NumPy's arrays, since a checker would go on to the operators of these, which take everything.
        """
        yield f"Array[Never] | {UNKNOWN_NUMPY}" if self.takes_arrays else UNKNOWN_NUMPY, self.unknown
        yield "np.ndarray[Any, Any]", NO_ARRAY


def grouped(results: Mapping[str, str | None], system: System, missing: str = ANY) -> list[Overload]:
    """An overload for all operands that make the same: what is missing comes last, what most make first.

    Args:
        results: what each operand makes: a node, a scalar, NumPy's scalar type (``np.int8``) or array (``np.int8[]``).
        system: whose nodes there are.
        missing: the result where an operand makes nothing.
    """
    left = {operand: f"Array[{result}]" if result else missing for operand, result in results.items()}
    overloads: list[Overload] = []
    while left:
        counts = Counter(left.values())
        taken = {result: _taken(left, result, system) for result in counts}
        # What is split in two costs an overload more.
        result = min(
            (r for r in counts if taken[r]), key=lambda r: (r == missing, len(taken[r]) < counts[r], -counts[r])
        )
        overloads.append((" | ".join(operand_types(taken[result], system)), result))
        left = {operand: made for operand, made in left.items() if operand not in taken[result]}
    return overloads


def _taken(left: Mapping[str, str], result: str, system: System) -> list[str]:
    """All that make a result, but for what something else that is left is as well."""
    found = {operand for operand, made in left.items() if made == result}
    supertypes = {operand: above(operand, system) for operand in left}
    while early := {o for other, types in supertypes.items() if other not in found for o in types if o in found}:
        found -= early
    return [operand for operand in left if operand in found]


def operand_types(operands: Sequence[str], system: System) -> Iterator[str]:
    """The types of some operands."""
    named = [o for o in operands if not set(above(o, system)) & set(operands)]
    if nodes := [o for o in named if o in system.nodes]:
        yield f"Array[{' | '.join(nodes)}]"
    yield from (scalar for scalar in PYTHON_SCALARS if scalar in named)
    arrays = [o.removesuffix("[]") for o in operands if o.endswith("[]")]
    if arrays:
        yield f"np.ndarray[Any, np.dtype[{' | '.join(arrays)}]]"
    yield from (o for o in named if o.startswith("np.") and not o.endswith("[]"))


def above(operand: str, system: System) -> tuple[str, ...]:
    """What an operand is to a checker as well."""
    default = system.defaults.get(operand)
    return (default,) if default else SUPERTYPES.get(operand, ())


class Operators:
    """The tables of all operators of a system.

    Attributes:
        system: the system.
        methods: method name to table; operators that make the same of everything share one.
        classes: the overloads of each row to the class that has them, which several operators share: ``_add_int8``.
        category_classes: the same of arrays of which a category is known: ``_Category_add``.
        below: the type variables that these have, and what they are bound by.
        made: what they make of arrays as their other operand.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.made = Made(system)
        self.methods: dict[str, Table] = {}
        self.classes: dict[tuple[Overload, ...], str] = {}
        self.category_classes: dict[tuple[tuple[str, Overload], ...], str] = {}
        first: dict[object, Table] = {}
        for reflected, methods in ((False, FORWARD), (True, REFLECTED)):
            for method, op in methods.items():
                if method in METHODS_OF_FUNCTIONS:
                    continue
                table = Table(system, op, reflected, self.made)
                self.methods[method] = first.setdefault(tuple(table.rows.items()), table)
                if table.of_category:
                    self.category_classes.setdefault(table.of_category, f"_Category_{table.name}")
                refusal = tuple(table.refusal())
                for node, row in table.rows.items():
                    refused = "_ReflectedRefused" if reflected else "_Refused"
                    name = refused if row == refusal else f"_{table.name}_{node}"
                    self.classes.setdefault(row, name)
        self.below = categories.bounds(system, self.tables)

    @property
    def tables(self) -> list[Table]:
        """Every table once."""
        return list(dict.fromkeys(self.methods.values()))


@cache
def operators(system: System) -> Operators:
    """The tables of a system."""
    return Operators(system)
