"""The rules of NumPy's universal functions and their methods, by rule.

A ufunc selects the first of its loops to which all operands can be cast safely. The words ``smallest_float`` and the
operators' names say the same in one word. Sources: the attribute ``types`` of each ufunc, and measurements.
"""

from __future__ import annotations

UNARY: dict[str, str] = {
    "smallest_float(x)": """
        arccos arccosh arcsin arcsinh arctan arctanh cos cosh exp exp2 expm1 log log10 log1p log2 rint sin sinh sqrt tan
        tanh""",
    "only_real smallest_float(x)": "cbrt deg2rad degrees fabs rad2deg radians spacing",
    "abs(x)": "absolute",
    "neg(x)": "negative sign",
    "pos(x)": "positive",
    "invert(x)": "invert",
    "only_real(x) | only_real smallest_float(x)": "ceil floor trunc",
    "int8_if_bool(x)": "conjugate reciprocal square",
    "to_bool(x)": "isfinite isinf isnan logical_not",
    "to_bool only_real(x)": "signbit",
    "to_uint8 only_exact(x)": "bitwise_count",
    "(only_real smallest_float(x), only_real smallest_float(x))": "modf",
    "(only_real smallest_float(x), int32)": "frexp",
}
"""The functions of one operand, by rule. Before NumPy 2.1, ``ceil``, ``floor`` and ``trunc`` made floats of integers."""

BINARY: dict[str, str] = {
    "promoted(x1, x2)": "add multiply fmax fmin maximum minimum",
    "sub(x1, x2)": "subtract",
    "truediv(x1, x2)": "divide",
    "floordiv(x1, x2)": "floor_divide",
    "mod(x1, x2)": "remainder fmod",
    "(divmod(x1, x2), divmod(x1, x2))": "divmod",
    "pow(x1, x2)": "power",
    "double(x1, x2)": "float_power",
    "only_real smallest_float(x1, x2)": "arctan2 copysign heaviside hypot logaddexp logaddexp2 nextafter",
    "and(x1, x2)": "bitwise_and bitwise_or bitwise_xor",
    "lshift(x1, x2)": "left_shift right_shift",
    "only_number and(x1, x2)": "gcd lcm",
    "to_bool(x1, x2)": "equal greater greater_equal less less_equal not_equal logical_and logical_or logical_xor",
}
"""The functions of two operands, by rule."""

CONTRACTIONS: dict[str, str] = {
    "matmul(x1, x2)": "matmul matvec vecdot vecmat",
}
"""The functions that sum over the last dimension of two operands, by rule."""

OPTIONS = "out, *, where, casting, order, dtype, subok, signature"
"""The parameters of every function behind the operands."""
CONTRACTION_OPTIONS = "out, *, axes, axis, keepdims, casting, order, dtype, subok, signature"
"""The parameters of every contraction behind the operands."""

REDUCED: dict[str, str] = {
    "dtype or accumulator(array)": "add multiply",
    "dtype or same(array)": "fmax fmin maximum minimum",
    "dtype or sub(array, array)": "subtract",
    "dtype or truediv(array, array)": "divide",
    "dtype or floordiv(array, array)": "floor_divide",
    "dtype or mod(array, array)": "remainder fmod",
    "dtype or pow(array, array)": "power",
    "dtype or double(array)": "float_power",
    "dtype or only_real smallest_float(array)": "arctan2 copysign heaviside hypot logaddexp logaddexp2 nextafter",
    "dtype or and(array, array)": "bitwise_and bitwise_or bitwise_xor",
    "dtype or lshift(array, array)": "left_shift right_shift",
    "dtype or only_number and(array, array)": "gcd lcm",
    "to_bool(array)": "logical_and logical_or logical_xor",
}
"""The methods that apply a function along an axis, by rule."""

METHODS: dict[str, tuple[str, str]] = {
    "reduce": ("reduce(array, /, axis, dtype, out, *, keepdims, initial, where, **kwargs)", "first axis"),
    "accumulate": ("accumulate(array, /, axis, dtype, out)", "array"),
    "reduceat": ("reduceat(array, /, indices, axis, dtype, out)", "array"),
}
"""The signature of each of these methods, and the kind of its result."""

OUTER = "outer(x1, x2, /, *, out, where, casting, order, dtype, subok, signature, **kwargs)"
"""The signature of the method that applies a function to every pair of elements; its rule is the function's."""
AT = "at(a, indices, b, /)"
"""The signature of the method that changes an array in place; it returns nothing."""
