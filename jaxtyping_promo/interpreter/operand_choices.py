"""The combinations of alternatives that the operands of one operation may have.

Where several operands have several dtypes, the same condition may decide them: after ``if x is None: x = zeros``,
both operands of ``x * x`` are narrow or both are wide. Such a combination may be impossible, so nothing is told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Final

from .origins import NO_ORIGIN
from .stacks import pushed
from .values import Alternative, Array, Number, NumPyArray, Value

if TYPE_CHECKING:
    from .run import Run

SEVERAL: Final = "several operands"
"""The key of the stack in `Run.models` that is not empty while one of several alternatives of an operand is taken."""
DOUBTFUL: Final = "doubtful operands"
"""The key of the stack in `Run.models` that is not empty while combinations are evaluated that may be impossible."""


def doubting(run: Run, values: Sequence[Value]) -> AbstractContextManager[None]:
    """While an operator is evaluated: note whether combinations of its operands may be impossible."""
    is_certain = _are_certain(values) and not any(map(has_several_dtypes_of_numpy, values))
    return nullcontext() if is_certain else pushed(run.models.setdefault(DOUBTFUL, []), values)


def has_several_dtypes_of_numpy(value: Value) -> bool:
    """Whether a value is a NumPy number of one of several dtypes, such as ``jnp.finfo(dtype).min`` by an option."""
    dtypes = [item.dtype for item in value if isinstance(item, NumPyArray) and item.is_scalar]
    return len(set(dtypes)) > 1


def _are_certain(values: Sequence[Value]) -> bool:
    return sum(len({_dtype(item) for item in value}) > 1 for value in values) < 2


def choices(values: Sequence[Value]) -> Iterator[tuple[Alternative, ...]]:
    """The combinations of alternatives.

    Args:
        values: the operands.

    Yields: One alternative for each operand. The arrays of a combination that may be impossible have no origin.
    """
    is_certain = _are_certain(values)
    for combination in product(*values):
        yield combination if is_certain else tuple(map(without_origin, combination))


def without_origin(item: Alternative) -> Alternative:
    """An alternative whose origin is unknown, if it is an array."""
    return replace(item, origins=NO_ORIGIN) if isinstance(item, (Array, NumPyArray)) and item.origins else item


def _dtype(item: Alternative) -> str | None:
    if isinstance(item, (Array, NumPyArray)):
        return item.dtype
    return item.kind if isinstance(item, Number) else type(item).__name__
