"""The cases of operators: every operator on every pair of operands."""

from __future__ import annotations

from collections.abc import Iterator

from programs.operations import Operation, claimed, code
from programs.truth import Truth, numpy_truth, truth

from jaxtyping_promo.operators import BINARY, PAIR_RESULT, UNARY

from .case import Case, variable

ARRAYS = "operators on arrays and Python scalars"
NUMPY = "operators with a NumPy array or scalar"
CALLED = "`abs`, `divmod`, `round`"
THEIRS = "`==`, `!=` behind a Python scalar, operators behind a NumPy array"
BELOW = {"float": ("int",), "complex": ("int", "float")}
"""For each declared scalar type, the types that its variable may hold as well."""


def cases() -> Iterator[Case]:
    """Every operator on arrays and Python scalars, and on an array and a NumPy array or scalar, in both orders."""
    for group, facts in ((ARRAYS, truth(x64=False, strict=False)), (NUMPY, numpy_truth(x64=False, strict=False))):
        for operation, dtype in facts.items():
            text = code(operation.operator, *map(variable, operation.operands))
            is_claimed = claimed(operation)
            symbol = {**UNARY, **BINARY}[operation.operator]
            yield Case(
                THEIRS if is_claimed else CALLED if symbol.isalpha() else group,
                text,
                _dtypes(operation, dtype),
                frozenset(_of_an_int(operation, facts)),
                claimed=is_claimed,
            )


def _dtypes(operation: Operation, dtype: str | None) -> tuple[str, ...] | None:
    return None if dtype is None else (dtype,) * (2 if operation.operator in PAIR_RESULT else 1)


def _of_an_int(operation: Operation, facts: Truth) -> Iterator[tuple[str, ...] | None]:
    for place, operand in enumerate(operation.operands):
        for held in BELOW.get(operand, ()):
            operands = list(operation.operands)
            operands[place] = held
            other = Operation(operation.operator, tuple(operands))
            yield _dtypes(other, facts[other])
