"""A loss of range, precision or memory in an operation, with its error code, message and advice.

`certain_losses` keeps the losses that occur for all dtypes that the operands may have.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .codes import Code

MOST_OPERATIONS = 4096
"""The number of operations whose losses are cached: programs apply the same few operators to the same few dtypes."""


class Loss(NamedTuple):
    """A loss in an operation.

    Attributes:
        code: its error code.
        message: what happens, and why it matters.
        advice: what to write instead; ``{0}``, ``{1}``, ... stand for the source text of the operands.
        raises: whether JAX raises an error when the program runs.
    """

    code: Code
    message: str
    advice: str
    raises: bool = False


def certain_losses(combinations: Iterable[Iterable[Loss]]) -> tuple[Loss, ...]:
    """The losses whose codes occur in all combinations, in the words of the first."""
    shared: dict[str, Loss] | None = None
    for each in combinations:
        codes: dict[str, Loss] = {}
        for loss in each:
            codes.setdefault(loss.code.name, loss)
        shared = codes if shared is None else {name: loss for name, loss in shared.items() if name in codes}
        if not shared:
            return ()
    return tuple((shared or {}).values())
