"""Numbers that change when JAX converts them: NumPy's 64-bit values, and numbers that are rounded to 1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeGuard

from ..diagnostics.codes import DTYPE_PRECISION, DTYPE_TRUNCATION
from ..diagnostics.effects import shown_number
from ..diagnostics.loss import Loss
from ..diagnostics.numbers import becomes, fits
from ..formats import FORMATS
from ..system import System
from .values import ABSENT, NumPyArray


def is_plain_number(constant: object) -> TypeGuard[int | float]:
    """Whether a constant is a finite real number, as the rules of losses read it."""
    return isinstance(constant, (int, float)) and not isinstance(constant, bool) and math.isfinite(constant)


def entering_losses(operands: Iterable[Any], system: System) -> list[Loss]:
    """The numbers in NumPy's 64-bit arrays that change when JAX makes them 32 bits wide."""
    losses: list[Loss] = []
    for item in operands:
        if not isinstance(item, NumPyArray) or item.dtype is None or item.dtype not in system.truncated:
            continue
        number, narrow = (item.constant if item.item is ABSENT else item.item), system.truncated[item.dtype]
        if is_plain_number(number) and narrow in FORMATS and not fits(number, narrow):
            shown, changed = shown_number(number), shown_number(becomes(number, narrow))
            message = f"NumPy {item.dtype} values become {narrow} while x64 is off: {shown} becomes {changed}"
            losses.append(Loss(DTYPE_TRUNCATION, message, f"Switch x64 on, or use numbers that fit {narrow}"))
    return losses


def rounding_losses(numbers: Sequence[int | float], dtype: str, system: System) -> Iterator[Loss]:
    """A float beside 1 that a dtype holds as 1, such as a decay of 0.999 in bfloat16.

    Args:
        numbers: the numbers.
        dtype: the dtype to which they are converted.
        system: the promotion system.
    """
    held = system.truncated.get(dtype, system.defaults.get(dtype, dtype))
    if held not in FORMATS or FORMATS[held].kind != "float":
        return
    for number in numbers:
        if isinstance(number, float) and number != 1 and _is_rounded_to_one(number, FORMATS[held].precision):
            message = f"{number} becomes 1.0 in {held}, which has {FORMATS[held].precision} significant bits"
            yield Loss(DTYPE_PRECISION, message, "Use a wider dtype")
            return


def _is_rounded_to_one(number: float, precision: int) -> bool:
    """Whether the nearest number with some significant bits is 1: below 1, the numbers are twice as close."""
    return 1 - 2.0 ** -(precision + 1) <= number <= 1 + 2.0**-precision
