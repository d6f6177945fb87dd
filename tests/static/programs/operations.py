"""One operator on each line, on operands of every type: ``reveal_type(a + b)``."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from checkers import Line

from jaxtyping_promo.operators import BINARY, COMPARISONS, PAIR_RESULT, UNARY
from jaxtyping_promo.system import PYTHON_SCALARS

HEADER = """\
from typing import Any
import numpy as np
import numpy.typing as npt
from jaxtyping_promo import *
def maybe() -> bool: return bool(1)
"""

NUMPY_DTYPES = (
    "bool_", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
NUMPY_ARRAYS = {f"ndarray {name}": getattr(np, name) for name in NUMPY_DTYPES}
"""NumPy's scalar type of each operand that is a NumPy array, by the operand's name."""
NUMPY_SCALARS = {f"scalar {name}": getattr(np, name) for name in NUMPY_DTYPES}
"""The type of each operand that is a NumPy scalar, by the operand's name."""
UNKNOWN = {"unknown": "Array[Any]", "unknown ndarray": "npt.NDArray[Any]"}
"""Operands whose dtype is unknown."""


class Operation(NamedTuple):
    """An operator on one or two operands, given by name."""

    operator: str
    operands: tuple[str, ...]

    def __str__(self) -> str:
        return code(self.operator, *(name.replace(" ", "_") for name in self.operands))


def annotation(operand: str) -> str:
    """The type of an operand as source code."""
    if operand in PYTHON_SCALARS:
        return operand
    if operand in UNKNOWN:
        return UNKNOWN[operand]
    if operand in NUMPY_ARRAYS:
        return f"npt.NDArray[np.{NUMPY_ARRAYS[operand].__name__}]"
    if operand in NUMPY_SCALARS:
        return f"np.{NUMPY_SCALARS[operand].__name__}"
    return f"Array[{operand}]"


def claimed(operation: Operation) -> bool:
    """Whether the class of the left operand answers first, by the stub of another package.

    NumPy's stubs accept every operand that converts to an array. typeshed lets Python scalars be compared with any
    object.
    """
    left = operation.operands[0]
    return (
        left in NUMPY_ARRAYS
        or (left in NUMPY_SCALARS and operation.operator in COMPARISONS)
        or (left in PYTHON_SCALARS and operation.operator in ("eq", "ne"))
    )


def code(operator: str, *operands: str) -> str:
    """The expression as source code."""
    symbol = BINARY.get(operator) if len(operands) == 2 else UNARY[operator]
    if symbol is not None and symbol.isalpha():
        return f"{symbol}({', '.join(operands)})"
    return f"{symbol}{operands[0]}" if len(operands) == 1 else f"{operands[0]} {symbol} {operands[1]}"


def binary(arrays: Iterable[str], others: Iterable[str], operators: Iterable[str] = BINARY) -> Iterator[Operation]:
    """Every operator on every pair of arrays, and on an array and any other operand, in both orders."""
    arrays, others = tuple(arrays), tuple(others)
    pairs = [*itertools.product(arrays, repeat=2)]
    pairs += [pair for a, o in itertools.product(arrays, others) for pair in ((a, o), (o, a))]
    return (Operation(op, pair) for op in operators for pair in pairs)


def unary(arrays: Iterable[str]) -> Iterator[Operation]:
    """Every unary operator on every array."""
    return (Operation(op, (name,)) for op, name in itertools.product(UNARY, tuple(arrays)))


def program(operations: Iterable[Operation], header: str = HEADER) -> tuple[str, dict[int, Operation]]:
    """A source text that reveals the type of each operation, and the operation on each line."""
    operations = list(operations)
    variables: dict[str, str] = {}
    for name in itertools.chain.from_iterable(operation.operands for operation in operations):
        variables.setdefault(name, f"x{len(variables)}")
    lines = [*header.splitlines(), "def program("]
    lines += [f"    {variable}: {annotation(name)}," for name, variable in variables.items()]
    lines += [") -> None:"]
    where = {}
    for operation in operations:
        text = code(operation.operator, *(variables[n] for n in operation.operands))
        # A call of type Never would make the lines after it unreachable.
        lines.append(f"    {'if maybe(): ' if text.endswith(')') else ''}reveal_type({text})")
        where[len(lines)] = operation
    return "\n".join([*lines, ""]), where


def revealed(operator: str, dtype: str) -> str:
    """The type that a checker reveals for an operation with a result of this dtype."""
    return f"tuple[Array[{dtype}], Array[{dtype}]]" if operator in PAIR_RESULT else f"Array[{dtype}]"


def mismatch(operation: Operation, line: Line, dtype: str | None, rejections: tuple[str, ...]) -> str | None:
    """A line of text if the checker's answer contradicts the result of the operation, otherwise None.

    Args:
        operation: the operation on the line.
        line: the checker's messages for the line.
        dtype: the dtype that the library computes, or None if it rejects the operation.
        rejections: the error codes that count as a rejection; `Array[Never]` counts without an error.
    """
    if dtype is None:
        if line.errors and set(line.codes) <= set(rejections):
            return None
        if not line.errors and line.revealed == ["Never"] and rejections != PLUGIN_REJECTS:
            return None
        want = "an error"
    else:
        want = revealed(operation.operator, dtype)
        if not line.errors and line.revealed == [want]:
            return None
    return f"{operation}: {want}, but the checker says {line.errors or line.revealed}"


PLUGIN_REJECTS = ("dtype-promotion", "dtype-implicit")
"""The error codes with which the plugin rejects an operation; the second one under strict promotion."""


def mismatches(
    lines: Mapping[int, Line],
    where: Mapping[int, Operation],
    truth: Mapping[Operation, str | None],
    rejections: tuple[str, ...],
) -> list[str]:
    """The mismatches of all operations."""
    empty = Line()
    texts = (mismatch(op, lines.get(n, empty), truth[op], rejections) for n, op in where.items())
    return [text for text in texts if text]
