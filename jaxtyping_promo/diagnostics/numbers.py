"""Converts numbers to dtypes exactly: a number wraps, becomes infinite or zero, or stays as it is.

Computed from the limits in `jaxtyping_promo.formats`, in exact integers and fractions.
"""

from __future__ import annotations

import math

from ..formats import COMPONENTS, FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    Number = int | float

WITHOUT_INFINITY = ("fn", "fnuz", "fnu")
"""The ends of the names of float formats without infinity. In most of these formats, too large values become NaN."""
SATURATING = ("float4", "float6")
"""The prefixes of float formats without infinities and NaN: a number that is too large becomes the largest value."""


def overflow_threshold(dtype: str) -> Fraction:
    """The smallest number that is rounded to more than the largest value of a float dtype."""
    from fractions import Fraction

    number_format = FORMATS[COMPONENTS.get(dtype, dtype)]
    unit = Fraction(2) ** (math.frexp(number_format.high)[1] - number_format.precision)
    return Fraction(number_format.high) + unit / 2


def smallest_positive(dtype: str) -> Fraction | None:
    """The smallest positive value of a float dtype that is made as IEEE 754 has it; None for others."""
    from fractions import Fraction

    name = COMPONENTS.get(dtype, dtype)
    number_format = FORMATS[name]
    if number_format.kind != "float" or name.endswith(WITHOUT_INFINITY):
        return None
    largest_exponent = math.frexp(number_format.high)[1] - 1
    return Fraction(2) ** (1 - largest_exponent - (number_format.precision - 1))


def wrapped(value: int, dtype: str) -> int:
    """An integer as an integer dtype holds it: the value in its range that is congruent modulo 2 ** bits."""
    number_format = FORMATS[dtype]
    low, size = int(number_format.low), 1 << number_format.bits
    return (value - low) % size + low


def becomes(value: Number, dtype: str) -> Number:
    """Convert a finite number to a dtype: a number that fits is rounded, any other becomes another number."""
    from fractions import Fraction

    kind = FORMATS[dtype].kind
    if kind == "bool":
        return value
    if kind == "int":
        return wrapped(int(value), dtype)
    name = COMPONENTS.get(dtype, dtype)
    exact = Fraction(value)
    if abs(exact) >= overflow_threshold(name):
        if name.startswith(SATURATING):
            return math.copysign(FORMATS[name].high, value)
        return math.nan if name.endswith(WITHOUT_INFINITY) else math.copysign(math.inf, value)
    least = smallest_positive(name)
    if value and least is not None and abs(exact) <= least / 2:
        return 0.0
    return value


def rounded(number: float, precision: int) -> float:
    """The nearest number with some significant bits, without limits of the exponent.

    Of two that are equally near, it is the one whose last bit is 0. Infinities and NaN stay.
    """
    if number == 0 or not math.isfinite(number):
        return number
    unit = 2.0 ** (math.frexp(number)[1] - precision)
    return round(number / unit) * unit  # Python rounds a half to even


def fits(value: Number, dtype: str) -> bool:
    """Whether a dtype can hold a number, apart from rounding. Integer dtypes hold no infinity and no NaN."""
    if isinstance(value, float) and not math.isfinite(value):
        return FORMATS[dtype].kind not in ("bool", "int", "uint")
    converted = becomes(value, dtype)
    return converted == value
