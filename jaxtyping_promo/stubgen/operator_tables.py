"""Operators as tables: for each dtype of an array, the result with each other operand.

A row of a table becomes a class. Its call has one overload for all arrays, which takes the result from their dtypes
(`Made`), and one overload for each result of other operands. ``__add__`` of `Array` is a descriptor that selects the
class by the array's dtype. So a checker looks at the few overloads of one dtype. With a type for ``self`` instead, it
would bind the overloads of all dtypes at each operator of a program.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from ..dtype_like import NUMPY_TYPES
from ..dtypes import CATEGORIES, DTYPES, generic, integer
from ..operators import COMPARISONS, FORWARD, REFLECTED
from ..system import PYTHON_SCALARS, System
from . import categories
from .class_names import NUMPY_SCALAR, SAME, having, wide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ANY = "Array[Any]"
NO_ARRAY = "Array[Never]"
"""The result for operands that an operator rejects.

It is an array, because several overloads match an operand of unknown dtype. mypy, pyrefly, ty and zuban then infer the
common part of the results.
"""

UNKNOWN_NUMPY = "np.ndarray[Any, np.dtype[Never]]"
"""A type that only a NumPy array of unknown dtype matches: only an unknown dtype is below every dtype."""

OPEN = "_U"
"""A type variable that no operand matches, for a first overload that operators skip.

If a program's own protocol is generic in the operand, zuban and mypy match it only with the first overload. The
variable stays unsolved there.
"""

OF_A_CLASS = "generic"
"""The type of a variable that a program declares with a dtype's class, ``scale: jnp.float32``, and that holds an array.

With JAX alone, a checker reports the annotation once, and nothing about uses of the variable. The plugin does the same.
"""

ITS_OWN = "_C_co"
"""The type variable for the dtype of an array if only its category is known."""

UNKNOWN_ARRAY = "_N"
"""A type variable with the bound ``Array[Never]``, which only an array of unknown dtype matches.

``Array[Never]`` itself would be the expected type of an operand for mypy, which would accept ``x + x`` for it.
"""

ONE_DTYPE = f"Array[{having(f'{SAME}[_R]')}]"
"""The type of an array of one known dtype. An array of a union of dtypes does not match."""

SUPERTYPES: dict[str, tuple[str, ...]] = {
    **{scalar: PYTHON_SCALARS[i + 1 :] for i, scalar in enumerate(PYTHON_SCALARS)},
    "np.float64": ("float", "complex"),
    "np.complex128": ("complex",),
}
"""The other scalar types that a scalar has for a checker, by its class or by the numeric tower."""

OFTEN = frozenset(("add", "sub", "mul", "truediv", "pow", *COMPARISONS))
"""The most common operators.

pyright searches the bases of a dtype's row from the first on, so the bases of common operators come first.
"""

USUAL = ("float32", "float64", "int32", "int64", "bfloat16", "float16", "complex64", "complex128")
"""The most common dtypes, the most common one first."""

METHODS_OF_FUNCTIONS = ("__divmod__", "__rdivmod__")
"""The methods that typeshed's functions match with protocols. ty matches all overloads of a descriptor's call."""

Overload = tuple[str, str]
"""An overload: the type of the other operand, and the result."""


class Made:
    """The results with an array as the other operand: a base of rows for each function from dtype to result.

    ``_Made7[float32]`` in the row of `int32` means: operators that name ``_Made7`` return `float32` for `int32`. So one
    overload has the results of all dtypes, and matches first.
    """

    def __init__(self, system: System) -> None:
        self.nodes = system.nodes
        self.names: dict[tuple[str | None, ...], str] = {}
        self.places: dict[str, int] = {}
        """For each function of a common operator, the place of the most common dtype that it has."""

    @property
    def soon(self) -> list[str]:
        """The functions of common operators, in the order in which the operators look for them."""
        return sorted(self.places, key=self.places.__getitem__)

    def is_usual(self, name: str) -> bool:
        """Whether a common operator on a common dtype uses a function."""
        return self.places.get(name, len(USUAL)) < len(USUAL)

    def name(self, results: dict[str, str | None], op: str, mine: str) -> str:
        """The class for the results of an operator by the dtype of the other operand."""
        name = self.names.setdefault(tuple(results.get(node) for node in self.nodes), f"_Made{len(self.names) + 1}")
        if op in OFTEN:
            place = USUAL.index(mine) if mine in USUAL and op not in COMPARISONS else len(USUAL)
            self.places[name] = min(place, self.places.get(name, place))
        return name


class Table:
    """The results of an operator on an array and another operand.

    Attributes:
        name: the operator, with an ``r`` in front if it is reflected.
        unknown: the result for an unknown dtype: the common result of all pairs, or an unknown dtype.
        rows: the overloads of each dtype and weak type.
        of_category: the overloads of arrays of a category (see `jaxtyping_promo.stubgen.categories`).
        refused: the categories that the operator rejects entirely, each with one dtype.
        takes_arrays: whether the other operand may be an array. A reflected operator gets only arrays that the operator
            has rejected, so it rejects arrays. If the operator accepts every dtype, both directions share their
            overloads.
        has_static_power: whether an exponent that is known statically keeps the dtype, as NumPy's integers do.
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
        accepted = {node: {self.result(node, other) for other in others} - {None} for node in system.nodes}
        self.takes_arrays = not reflected or all(accepted.values())
        results = set().union(*accepted.values())
        self.unknown = f"Array[{results.pop()}]" if op in COMPARISONS and len(results) == 1 else ANY
        self.rows = {node: tuple(self.row(node) if results else self.refusal()) for node, results in accepted.items()}
        self.of_category = tuple(self.of_categories()) if self.unknown == ANY else ()
        self.refused: dict[str, str] = {}
        for name, category in CATEGORIES.items():
            members = [n for n in self.strong if issubclass(DTYPES[n], category)]
            if category is generic or any(issubclass(category, CATEGORIES[above]) for above in self.refused):
                continue
            if members and not any(accepted[n] for n in members):
                self.refused[name] = members[0]

    def result(self, mine: str, other: str) -> str | None:
        """The dtype of the result, or None if the operator rejects the operands."""
        left, right = (other, mine) if self.reflected else (mine, other)
        return self.system.binary(self.op, left, right)

    # ------------------------------------------------------------------------------------------------- operands

    def arrays(self, mine: str) -> dict[str, str | None]:
        """The result for each dtype of another array."""
        return {node: self.result(mine, node) for node in self.system.nodes} if self.takes_arrays else {}

    def others(self, mine: str) -> dict[str, str | None]:
        """The result for each other operand: NumPy arrays (``np.int8[]``), NumPy scalars and Python scalars."""
        results = {}
        for ours, name in NUMPY_TYPES.items():
            entered = self.system.truncated.get(ours, ours)
            if entered in self.system.nodes:
                results[f"np.{name}[]"] = self.result(mine, entered)
                if self.takes_scalars:
                    is_static = self.has_static_power and issubclass(DTYPES[ours], integer)
                    results[f"np.{name}"] = self.result(mine, "int" if is_static else entered)
        if self.takes_scalars:
            results |= {scalar: self.result(mine, scalar) for scalar in self.system.scalars}
        return results

    def reads_off(self, mine: str, arrays: dict[str, str | None]) -> bool:
        """Whether one overload takes the results from the rows of other arrays' dtypes.

        If a weak type is rejected, its default dtype must be rejected, too: ty continues to the row of the latter.
        """
        refused = (default for weak, default in self.system.defaults.items() if arrays and not arrays[weak])
        return mine in wide(self.system) and not any(arrays[default] for default in refused)

    def in_rows(self, node: str, result: str | None) -> bool:
        """Whether the row of a dtype has its result. The row of a strong dtype names no weak type.

        A weak type is a subclass of its default dtype, and zuban loses the bases of classes in such a cycle.
        """
        return bool(result) and (result not in self.system.defaults or node in self.system.defaults)

    def of_categories(self) -> Iterator[tuple[str, Overload]]:
        """The overloads for arrays of a category with the other operands that keep its dtypes."""
        keeping = categories.keeping_operands(self)
        operands = self.others(self.strong[0])
        for category, operands_kept in keeping.items():
            inherited = set().union(*(keeping[above] for above in categories.enclosing_categories(category)))
            for node in categories.tops(self.system, operands_kept):
                if node not in inherited:
                    yield category, (f"Array[{categories.below(node)}]", f"Array[{ITS_OWN}]")
            new = [o for o in operands if o in operands_kept - inherited]
            # Operands that also match one of these for a checker, but have another result.
            other = [o for o in operands if o not in operands_kept and {*wider_operands(o, self.system)} & {*new}]
            results: dict[str, str | None] = {**dict.fromkeys(other, "Any"), **dict.fromkeys(new, ITS_OWN)}
            for overload in grouped(results, self.system, NO_ARRAY):
                yield category, overload
        if joined := list(categories.closed_categories(self)):
            yield "generic", (ONE_DTYPE, ANY)
            yield from ((category, (f"Array[{ITS_OWN}]", f"Array[{ITS_OWN}]")) for category in joined)

    # ----------------------------------------------------------------------------------------------------- rows

    def row(self, mine: str) -> Iterator[Overload]:
        """The overloads for one dtype. The first match decides, so subclasses come before their bases."""
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
        if in_rows and not all(arrays.values()):  # rejects the remaining arrays of one dtype
            yield ONE_DTYPE, NO_ARRAY
        numpy = ["np.ndarray[Any, Any]", *([NUMPY_SCALAR] if self.takes_scalars else [])]
        scalars = [s for s in self.system.scalars if self.takes_scalars and self.result(mine, s)]
        yield " | ".join([*([ANY] if arrays else []), *numpy, *scalars, OF_A_CLASS]), self.unknown

    def read_off(self, mine: str, results: dict[str, str | None]) -> Iterator[Overload]:
        """The overload for all arrays of known dtype. Overloads with other results come before it."""
        made = self.made.name(results, self.op, mine)
        if self.unknown != ANY:
            yield f"Array[{having(f'{made}[Any]')}]", self.unknown
            return
        yield OPEN, ANY
        yield f"Array[{having(f'{made}[_R]')}]", "Array[_R]"

    def refusal(self) -> Iterator[Overload]:
        """The overloads of a dtype that the operator rejects. All operands that they do not name are errors.

        They name NumPy arrays, because a checker would otherwise use NumPy's operators, which accept anything.
        """
        yield f"Array[Never] | {UNKNOWN_NUMPY}" if self.takes_arrays else UNKNOWN_NUMPY, self.unknown
        yield "np.ndarray[Any, Any]", NO_ARRAY


def grouped(results: Mapping[str, str | None], system: System, missing: str = ANY) -> list[Overload]:
    """One overload for all operands with the same result. The most common result comes first, rejected operands last.

    Args:
        results: the result of each operand: a node, a scalar, a NumPy scalar (``np.int8``) or array (``np.int8[]``).
        system: the promotion system.
        missing: the result of rejected operands.
    """
    left = {operand: f"Array[{result}]" if result else missing for operand, result in results.items()}
    overloads: list[Overload] = []
    while left:
        counts = Counter(left.values())
        by_result = {result: _operands_with_result(left, result, system) for result in counts}
        # Splitting a result in two costs one more overload.
        result = min(
            (r for r in counts if by_result[r]),
            key=lambda r: (r == missing, len(by_result[r]) < counts[r], -counts[r]),
        )
        overloads.append((" | ".join(operand_types(by_result[result], system)), result))
        left = {operand: made for operand, made in left.items() if operand not in by_result[result]}
    return overloads


def _operands_with_result(left: Mapping[str, str], result: str, system: System) -> list[str]:
    """The operands with a result, except subclasses of another remaining operand."""
    chosen = {operand for operand, made in left.items() if made == result}
    supertypes = {operand: wider_operands(operand, system) for operand in left}
    while early := {o for other, types in supertypes.items() if other not in chosen for o in types if o in chosen}:
        chosen -= early
    return [operand for operand in left if operand in chosen]


def operand_types(operands: Sequence[str], system: System) -> Iterator[str]:
    """The union of the types of some operands."""
    named = [o for o in operands if not set(wider_operands(o, system)) & set(operands)]
    if nodes := [o for o in named if o in system.nodes]:
        yield f"Array[{' | '.join(nodes)}]"
    yield from (scalar for scalar in PYTHON_SCALARS if scalar in named)
    arrays = [o.removesuffix("[]") for o in operands if o.endswith("[]")]
    if arrays:
        yield f"np.ndarray[Any, np.dtype[{' | '.join(arrays)}]]"
    yield from (o for o in named if o.startswith("np.") and not o.endswith("[]"))


def wider_operands(operand: str, system: System) -> tuple[str, ...]:
    """The other operands whose type an operand has for a checker."""
    default = system.defaults.get(operand)
    return (default,) if default else SUPERTYPES.get(operand, ())


class Operators:
    """The tables of all operators of a system.

    Attributes:
        system: the system.
        methods: the table of each method. Operators with the same results share one.
        classes: the class of each row's overloads, which several operators may share: ``_add_int8``.
        category_classes: the same for arrays of a category: ``_Category_add``.
        below: the type variables in these classes, each with the class that bounds it.
        made: the results with arrays as the other operand.
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
        """Every table, once."""
        return list(dict.fromkeys(self.methods.values()))


@cache
def operators(system: System) -> Operators:
    """The tables of a system."""
    return Operators(system)
