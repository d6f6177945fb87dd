"""The events that the wrapped functions of JAX report: joined dtypes, scatter casts, truncations, refusals."""

from __future__ import annotations

from typing import Final, NamedTuple

from .operands import Seen

JOIN: Final = "join"
"""Operands of several dtypes are converted to a common dtype."""
SCATTER: Final = "scatter"
"""New values are cast to the dtype of the array that they update."""
TRUNCATION: Final = "truncation"
"""A 64-bit dtype is requested, or a 64-bit NumPy array is given, while x64 is off."""
REFUSAL: Final = "refusal"
"""JAX raises an error because of a dtype."""


class Event(NamedTuple):
    """What JAX did with the operands of one operation.

    Attributes:
        kind: `JOIN`, `SCATTER`, `TRUNCATION` or `REFUSAL`.
        operands: the operands as the wrapped function received them.
        result: the dtype that comes out; empty for a refusal.
        x64, strict: JAX's modes at the time.
        code: the error code of a refusal.
        message: JAX's message of a refusal.
    """

    kind: str
    operands: tuple[Seen, ...]
    result: str
    x64: bool
    strict: bool
    code: str = ""
    message: str = ""
