"""Numbers that change when JAX converts them: NumPy's 64-bit values while x64 is off."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeGuard

from ..diagnostics.codes import DTYPE_TRUNCATION
from ..diagnostics.effects import shown_number
from ..diagnostics.loss import Loss
from ..diagnostics.numbers import becomes, fits
from ..formats import FORMATS
from ..system import System
from .values import ABSENT, NumPyArray


def is_plain_number(constant: object) -> TypeGuard[int | float]:
    """Whether a constant is a finite real number, as the rules of losses read it."""
    return isinstance(constant, (int, float)) and not isinstance(constant, bool) and math.isfinite(constant)


def entering_losses(operands: Iterable[Any], system: System, *, are_indices: bool = False) -> list[Loss]:
    """The numbers in NumPy's 64-bit arrays that change when JAX makes them 32 bits wide.

    Args:
        operands: the operands of an operation.
        system: the promotion system.
        are_indices: whether the operands are indices, which fit 32 bits as long as their numbers are not known.
    """
    losses: list[Loss] = []
    for item in operands:
        if not isinstance(item, NumPyArray) or item.dtype is None or item.dtype not in system.truncated:
            continue
        number, narrow = (item.constant if item.item is ABSENT else item.item), system.truncated[item.dtype]
        if item.is_asked and not are_indices and number is ABSENT and not item.is_scalar:
            message = f"NumPy {item.dtype} values become {narrow} while x64 is off: larger numbers wrap"
            losses.append(Loss(DTYPE_TRUNCATION, message, f"Write np.{narrow}, or switch x64 on"))
        elif is_plain_number(number) and narrow in FORMATS and not fits(number, narrow):
            shown, changed = shown_number(number), shown_number(becomes(number, narrow))
            message = f"NumPy {item.dtype} values become {narrow} while x64 is off: {shown} becomes {changed}"
            losses.append(Loss(DTYPE_TRUNCATION, message, f"Switch x64 on, or use numbers that fit {narrow}"))
    return losses
