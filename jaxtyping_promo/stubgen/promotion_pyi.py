"""The stub `jaxtyping_promo._promotion`, which exists only for type checkers: the classes in the rows of dtypes."""

from __future__ import annotations

import re
from collections import Counter

from ..system import System
from .class_names import HAS, NUMPY_NUMBER, NUMPY_SCALAR, having
from .header import header
from .operator_tables import (
    ANY,
    ITS_OWN,
    OF_A_CLASS,
    OPEN,
    UNKNOWN_ARRAY,
    UNKNOWN_NUMPY,
    Operators,
    Overload,
    Table,
    operators,
)
from .rows import bound, definitions, spelled

OF_ARRAY = "_X_co"
"""The type variable for the dtype of a descriptor's array. It has no bound, which pyright would check each time."""

NUMPY_ARRAY, NUMPY_OPERAND = "_NumPyArray", "_NumPyOperand"
"""The type of NumPy arrays and scalars of some dtypes, with each dtype evaluated once."""

SELF = "self: Any"
"""The first parameter of methods that are bound at each operator. Without a type, pyright solves one per overload.

The second parameter is not marked as positional-only, as it is in JAX, since pyright evaluates the mark per overload.
"""

NOT_IN_PYRIGHT = "_NotInPyright"
"""The type of `self` in the overload with a free variable. pyright does not need this overload, and drops it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def render(system: System) -> str:
    """The text of ``_promotion.pyi`` for one promotion system."""
    all_operators = operators(system)
    lines = [
        header(system),
        '"""The classes of which the rows of the promotion table consist, and the operators."""\n',
        "from typing import Any, Generic, Never, overload",
        "from typing_extensions import TypeAlias, TypeVar\n",
        "import numpy as np\n",
        "from .array import Array",
        "from .dtypes import *",
        f"from .dtypes import {', '.join([HAS, *all_operators.below.values()])}",
        f"from .typing import ArrayLike, {NUMPY_NUMBER}\n",
        '_D = TypeVar("_D")',
        "# Bound by Any, since pyright would compare each result of a row with a dtype. ty requires a bound.",
        '_R = TypeVar("_R", bound=Any)',
        '_R_co = TypeVar("_R_co", covariant=True)',
        '_E_contra = TypeVar("_E_contra", contravariant=True)\n',
        *definitions(system),
        "",
    ]
    return "\n".join([*lines, *classes(all_operators), ""])


# --------------------------------------------------------------------------------------------------- operators


def method(table: Table) -> str:
    """The class of an operator's descriptor: ``_Method_add``."""
    return f"_Method_{table.name}"


def classes(all_operators: Operators, *, by_name: bool = False) -> list[str]:
    """The classes of the operators.

    Args:
        all_operators: the operators of a system.
        by_name: whether the descriptors name each dtype. This serves classes other than `Array`, since the rows name
            only `Array`.
    """
    lines = [
        "# `Array.__add__`, read from the class, accepts both operands.",
        "class _Operation:",
        *_unknown(ANY),
        "class _Comparison(_Operation):",
        *_unknown("Array[bool_]"),
        '_O = TypeVar("_O")',
        '_P = TypeVar("_P")',
        f'{OF_ARRAY} = TypeVar("{OF_ARRAY}", covariant=True)',
        "# Constraints are faster than a bound, since pyright builds no message for each mismatch. pyright sees",
        "# at once that an array is no class; for an instance of another class it would search all bases.",
        "class _Nothing1: ...",
        "class _Nothing2: ...",
        f'{OPEN} = TypeVar("{OPEN}", type[_Nothing1], type[_Nothing2])',
        "# mypy and zuban use the first of two definitions, whatever its condition. With Never as the second, mypy's",
        "# semantic analysis would never end.",
        "if False:",
        f"    {NOT_IN_PYRIGHT}: TypeAlias = Any",
        "else:",
        f"    {NOT_IN_PYRIGHT}: TypeAlias = _Nothing1  # type: ignore[misc, no-redef]",
        f'{UNKNOWN_ARRAY} = TypeVar("{UNKNOWN_ARRAY}", bound=Array[Never])',
        '_C = TypeVar("_C", bound=Any)',
        f'{ITS_OWN} = TypeVar("{ITS_OWN}", bound=generic, covariant=True)',
        *(f'{name} = TypeVar("{name}", bound={bound})' for name, bound in all_operators.below.items()),
        "",
    ]
    operands = _operands(all_operators)
    lines += [
        '_S = TypeVar("_S", bound=np.generic)',
        f"{NUMPY_ARRAY}: TypeAlias = np.ndarray[Any, np.dtype[_S]]",
        f"{NUMPY_OPERAND}: TypeAlias = np.ndarray[Any, np.dtype[_S]] | _S",
        f"{NUMPY_SCALAR}: TypeAlias = np.generic | {NUMPY_NUMBER}",
        "# Each alias is evaluated once.",
        *(f"{name}: TypeAlias = {_shortened(operand)}" for operand, name in operands.items()),
    ]
    for overloads, name in all_operators.classes.items():
        spoken = tuple((_spelled_operand(other, all_operators), result) for other, result in overloads)
        lines += [f"class {name}(_Operation):", *_calls(spoken, operands)]
    for of_category, name in all_operators.category_classes.items():
        lines += [f"class {name}(_Operation, Generic[{ITS_OWN}]):", *_calls_of_categories(name, of_category, operands)]
    for table in all_operators.tables:
        lines += [f"class {method(table)}(Generic[{OF_ARRAY}]):", *_get(all_operators, table, by_name)]
    return lines


def _spelled_operand(operand: str, all_operators: Operators) -> str:
    """The type of an operand, with the classes that it names."""
    return re.sub(r"\b(_Made\d+)\[(\w+)\]", lambda made: spelled(all_operators.system, made[1], made[2]), operand)


def _operands(all_operators: Operators) -> dict[str, str]:
    """Names for the operand types that several overloads share. Types with a type variable have no name."""
    counts = Counter(
        other for overloads in all_operators.classes for other, _ in overloads if "[" in other and "_R" not in other
    )
    several = [other for other, count in counts.items() if count > 1]
    return {other: f"_Operand{index}" for index, other in enumerate(several, 1)}


def _shortened(operand: str) -> str:
    """The type of an operand in which NumPy's dtypes are named once."""
    dtypes = "".join(re.findall(r"np\.ndarray\[Any, np\.dtype\[(np\.[^]]*)\]\]", operand))
    array = f"np.ndarray[Any, np.dtype[{dtypes}]]"
    with_scalars = operand.replace(f"{array} | {dtypes}", f"{NUMPY_OPERAND}[{dtypes}]")
    return with_scalars.replace(array, f"{NUMPY_ARRAY}[{dtypes}]")


def _calls(overloads: tuple[Overload, ...], operands: dict[str, str]) -> Iterator[str]:
    for other, result in overloads:
        own = f"self: {NOT_IN_PYRIGHT}" if other == OPEN else SELF
        yield "    @overload"
        yield f"    def __call__({own}, other: {operands.get(other, other)}) -> {result}: ..."


def _calls_of_categories(
    name: str, overloads: tuple[tuple[str, Overload], ...], operands: dict[str, str]
) -> Iterator[str]:
    yield from _calls(tuple((other, ANY) for other in (OPEN, UNKNOWN_ARRAY, UNKNOWN_NUMPY)), operands)
    for category, (other, result) in overloads:
        yield "    @overload"
        yield f"    def __call__(self: {name}[{category}], other: {operands.get(other, other)}) -> {result}: ..."
    yield from _calls(((f"ArrayLike | {OF_A_CLASS}", ANY),), operands)
    yield from _class_calls(ANY, SELF)


def _unknown(result: str) -> Iterator[str]:
    """The call of the operator of an array of unknown dtype.

    It has two overloads. With a single one, pyrefly would report a wrong argument. With JAX alone it reports an
    unsupported operator, and a program may ignore that code.
    """
    yield "    @overload"
    yield f"    def __call__(self, other: ArrayLike) -> {result}: ..."
    yield "    @overload"
    yield f"    def __call__(self, other: {OF_A_CLASS}) -> {result}: ..."
    yield from _class_calls(result, "self")


def _class_calls(result: str, own: str) -> Iterator[str]:
    """The call of the operator that is read off the class itself, whose dtype is a variable for some checkers."""
    yield "    @overload"
    yield f"    def __call__({own}, left: Any, right: Any) -> {result}: ..."


def _get(all_operators: Operators, table: Table, by_name: bool) -> Iterator[str]:
    unknown = "_Operation" if table.unknown == ANY else "_Comparison"
    category = all_operators.category_classes.get(table.of_category)
    dtypes = [("Never", unknown)]
    if by_name:
        dtypes += [(node, all_operators.classes[table.rows[node]]) for node in (*table.system.defaults, *table.strong)]
    else:
        dtypes.append((having(spelled(all_operators.system, bound(table.name), "_O, _P")), "_O"))
    dtypes += [(category, all_operators.classes[table.rows[node]]) for category, node in table.refused.items()]
    dtypes.append(("_C", f"{category}[_C]") if category else ("Any", unknown))
    yield "    def __init__(self, method: Any) -> None: ..."
    for dtype, result in dtypes:
        yield "    @overload"
        yield f"    def __get__(self: {method(table)}[{dtype}], instance: Any, owner: Any) -> {result}: ..."
    # pyright compares the descriptor itself with the protocols of `sum` and others.
    yield f"    def __call__(self, other: ArrayLike) -> {table.unknown}: ..."
