"""The dtypes that NumPy's universal functions return for numbers, such as ``np.sqrt(2)``. NumPy's stubs omit them.

Such a number is strong: with a bfloat16 array it gives float32, and with x64 it gives float64 with any float array.
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
"""The integers that universal functions convert to float64 when they return floats."""


def made(function: str, numbers: tuple[str, ...]) -> str | None:
    """The dtype of a universal function's result for numbers, if it is a float.

    Rules of NumPy 2 (NEP 50): a Python number adopts the dtype of the NumPy number beside it.

    Args:
        function: NumPy's name, ``"absolute"`` for ``np.abs``.
        numbers: the dtype of each argument that is a NumPy number: ``"int_"`` or ``"uint"`` if it depends on the
            platform. Python numbers are ``"int"`` or ``"float"``.

    Returns:
        One of `FLOATS`; None if the function is unknown, or the result is no float, or depends on the platform.
    """
    if len(numbers) != (2 if function in BINARY else 1) or not {*numbers} <= {"float", *FLOATS, *WIDE_INTEGERS}:
        return None
    if function not in INEXACT and (function not in KEEPING or {*numbers} <= {*WIDE_INTEGERS}):
        return None
    beside = [number for number in numbers if number not in ("int", "float")]
    if any(number in WIDE_INTEGERS for number in beside):
        return "float64"
    return max(beside, key=FLOATS.index, default="float64")
