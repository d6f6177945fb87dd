"""The dtypes of numbers that NumPy's universal functions return, which NumPy's stubs leave open: ``np.sqrt(2)``.

Such a number is no weak one: it makes a float32 of a bfloat16 array, a float64 of any where x64 is on.
"""

from __future__ import annotations

INEXACT = frozenset(
    (
        *("arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "cbrt", "cos", "cosh", "deg2rad", "degrees"),
        *("exp", "exp2", "expm1", "fabs", "log", "log10", "log1p", "log2", "rad2deg", "radians", "rint", "sin", "sinh"),
        *("spacing", "sqrt", "tan", "tanh"),
        *("arctan2", "copysign", "divide", "heaviside", "hypot", "logaddexp", "logaddexp2", "nextafter"),
    )
)
"""The functions that return floats for integers."""

KEEPING = frozenset(
    (
        *("absolute", "ceil", "conjugate", "floor", "negative", "positive", "reciprocal", "sign", "square", "trunc"),
        *("add", "floor_divide", "fmax", "fmin", "fmod", "maximum", "minimum", "multiply", "power", "remainder"),
        "subtract",
    )
)
"""The functions that return floats for floats."""

BINARY = frozenset(
    (
        *("arctan2", "copysign", "divide", "heaviside", "hypot", "logaddexp", "logaddexp2", "nextafter"),
        *("add", "floor_divide", "fmax", "fmin", "fmod", "maximum", "minimum", "multiply", "power", "remainder"),
        "subtract",
    )
)
"""The functions of two numbers; all others take one."""

FLOATS = ("float16", "float32", "float64")
WIDE_INTEGERS = ("int", "int32", "int64", "int_", "uint32", "uint64", "uint")
"""The integers that become a float64 where they become floats."""


def made(function: str, numbers: tuple[str, ...]) -> str | None:
    """The dtype of what a universal function makes of numbers, if that is a float.

    Args:
        function: its own name, ``"absolute"`` for ``np.abs``.
        numbers: for each argument ``"int"`` or ``"float"`` if it is Python's, else the dtype of NumPy's number,
            ``"int_"`` or ``"uint"`` if it is the platform's.

    Returns:
        One of `FLOATS`; None if the function is not known, or the result is no float, or depends on the platform.

    Rules of NumPy 2 (NEP 50): a Python number takes the dtype of the NumPy number beside it.
    """
    if len(numbers) != (2 if function in BINARY else 1) or not {*numbers} <= {"float", *FLOATS, *WIDE_INTEGERS}:
        return None
    if function not in INEXACT and (function not in KEEPING or {*numbers} <= {*WIDE_INTEGERS}):
        return None
    beside = [number for number in numbers if number not in ("int", "float")]
    if any(number in WIDE_INTEGERS for number in beside):
        return "float64"
    return max(beside, key=FLOATS.index, default="float64")
