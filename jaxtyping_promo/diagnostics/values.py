"""Operands with the dtypes and numbers that they may have.

The modules that find losses iterate over `pairs` or `combinations`, one choice of dtypes after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from ..dtype_info import dtype_info
from ..inference.operand import Alternatives, Operand, has_dtype
from ..system import System

MOST_COMBINATIONS = 64
"""The largest number of combinations of dtypes that is looked at."""


class Value(NamedTuple):
    """An operand with the values that it may have.

    Attributes:
        operand: its dtypes.
        numbers: the values of a Python number or NumPy scalar, as far as the program shows them; empty if unknown.
        bound: ``"low"`` or ``"high"`` for a number that other values are limited by, as by `jax.numpy.clip`.
    """

    operand: Alternatives
    numbers: tuple[int | float, ...] = ()
    bound: str = ""


class Side(NamedTuple):
    """One operand with one of the dtypes that it may have.

    Attributes:
        place: its position among the operands, for the advice.
        dtype: its dtype in the program; for NumPy operands, the dtype before JAX converts it.
        node: the operand after JAX's conversion: a dtype, a weak type, or the name of a Python scalar type.
        held: the concrete dtype in which the values are stored.
        operand: the operand with all its possible dtypes.
        numbers: the values of a Python number or NumPy scalar.
        bound: the limit that the number sets; see `Value`.
    """

    place: int
    dtype: str
    node: str
    held: str
    operand: Operand
    numbers: tuple[int | float, ...]
    bound: str

    @property
    def is_number(self) -> bool:
        """Whether it is a Python number."""
        return self.operand.is_python_scalar

    @property
    def text(self) -> str:
        """The dtype as a message names it."""
        if self.operand.is_numpy:
            return f"NumPy {self.dtype}"
        return f"weak {self.held}" if dtype_info(self.node).is_weak else self.node


def pairs(left: Value, right: Value, system: System) -> Iterator[tuple[Side, Side]]:
    """The pairs of dtypes that two operands may have; none if there are too many or some are unknown."""
    for one, other in combinations((left, right), system):
        variable = one.operand.variable
        if variable is None or variable != other.operand.variable or one.dtype == other.dtype:
            yield one, other


def combinations(values: Sequence[Value], system: System) -> list[tuple[Side, ...]]:
    """The combinations of dtypes that operands may have; none if there are too many or some are unknown."""
    sides = [[*_sides(place, value, system)] for place, value in enumerate(values)]
    if any(side is None for choices in sides for side in choices):
        return []
    sides_of_operands = [*islice(product(*sides), MOST_COMBINATIONS + 1)]
    return sides_of_operands if len(sides_of_operands) <= MOST_COMBINATIONS else []  # type: ignore[return-value]


def _sides(place: int, value: Value, system: System) -> Iterator[Side | None]:
    """Each dtype that an operand may have; None for an operand of unknown dtype."""
    for operand in value.operand:
        for dtype, node in zip(operand.dtypes, operand.entering(system), strict=True):
            if not has_dtype(system, node):
                yield None
                return
            yield Side(place, dtype, node, held_dtype(system, node), operand, value.numbers, value.bound)


def held_dtype(system: System, node: str) -> str:
    """The concrete dtype that a node is held in."""
    return system.stored(system.node(node))
