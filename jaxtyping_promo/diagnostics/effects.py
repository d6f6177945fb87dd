"""Describes in words how values change in a dtype that can't hold them.

The modules that find losses call `range_effect` and `rounding_effect` for the messages of their findings.
"""

from __future__ import annotations

import math

from ..formats import FORMATS
from .numbers import becomes, overflow_threshold


def range_effect(source: str, target: str, *, is_of_integers: bool = False) -> str | None:
    """Describe the values of a dtype that leave the range of another dtype; None if every value fits.

    Args:
        source: the dtype.
        target: the other dtype.
        is_of_integers: whether only integers become floats, so that rounding is a loss, too.
    """
    a, b = FORMATS[source], FORMATS[target]
    if a.kind == "bool" or b.kind == "bool" or (a.kind == "complex" and b.kind != "complex"):
        return None
    if b.kind == "int":
        if a.kind != "int" or (a.low >= b.low and a.high <= b.high):
            return None
        if a.low >= b.low and a.bits == b.bits:
            return f"values from {int(b.high) + 1} on become negative"
        if a.high <= b.high:
            return "negative values become large positive ones"
        outside = f"above {int(b.high)}" + (f" or below {int(b.low)}" if a.low < b.low else "")
        return f"values {outside} wrap around"
    threshold = overflow_threshold(target)
    if a.high >= threshold:
        first, becoming = _upwards(threshold), becomes(float(threshold), target)
        return f"values from {shown_number(first)} on become {shown_number(becoming)}"
    if is_of_integers and a.precision > b.precision:
        return f"integers above {2**b.precision} are rounded"
    return None


def rounding_effect(source: str, target: str) -> str:
    """Describe how the values of a dtype are rounded to another one."""
    a, b = FORMATS[source], FORMATS[target]
    if a.kind == "int":
        return f"integers above {2**b.precision} are rounded"
    return f"{a.precision} significant bits become {b.precision}"


def _upwards(value: object) -> int | float:
    """A threshold as the first whole number that reaches it, if it is small enough to show."""
    number = float(value)  # type: ignore[arg-type]
    return math.ceil(number) if number < 1e15 else number


def shown_number(value: int | float) -> str:
    """A number as messages show it."""
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "NaN"
    if not math.isfinite(value):
        return str(value)
    return str(int(value)) if abs(value) < 1e6 and value == int(value) else f"{value:.3g}"
