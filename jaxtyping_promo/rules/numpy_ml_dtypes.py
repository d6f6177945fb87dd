"""What NumPy's operators return for the floats of ml_dtypes: bfloat16, and the floats of 4, 6 and 8 bits.

NumPy selects the first loop of a ufunc to which both operands can be cast, so that a Python float beside a bfloat16 array
makes float32. Measured with NumPy 2.4.6 and 2.5.5, ml_dtypes 0.5.1 and 0.6.0. Two different dtypes of ml_dtypes, and its
integers of 2 and 4 bits, are left out.
"""

from __future__ import annotations

ML_FLOATS: tuple[str, ...] = (
    *("float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn", "float8_e3m4", "float8_e4m3", "float8_e8m0fnu"),
    *("float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "bfloat16"),
)
"""The floats of ml_dtypes. They all promote alike."""

KEEPING_PARTNERS: tuple[str, ...] = ("bool_", "uint8", "int8", "bool", "int")
"""The dtypes and Python scalar types beside which the result has the dtype of ml_dtypes."""

PARTNERS: dict[str, str] = {
    **dict.fromkeys(("uint16", "int16", "float16", "float32", "float"), "float32"),
    **dict.fromkeys(("uint32", "uint64", "int32", "int64", "float64"), "float64"),
    **dict.fromkeys(("complex64", "complex"), "complex64"),
    "complex128": "complex128",
}
"""The result beside any other dtype or Python scalar type."""

PROXY = "float16"
"""The dtype of NumPy that functions keep as they keep a float of ml_dtypes."""

WITHOUT_LOOP = ("matmul",)
"""The operators without loops for ml_dtypes: they compute in float32 instead."""


KEPT_BESIDE_ML_FLOATS: frozenset[str] = frozenset((PROXY, "bool_", "int64"))
"""The results for the proxy that a float of ml_dtypes has, too; the proxy stands for itself."""

CREATING: tuple[str, ...] = ("any array", "array of operand", "own")
"""The kinds of functions that accept a dtype argument of ml_dtypes."""

UNLIKE_PROXY: tuple[str, ...] = (
    *("clip", "degrees", "einsum", "from_dlpack", "geomspace", "gradient", "histogram", "histogram2d"),
    *(
        "histogram_bin_edges",
        "i0",
        "linspace",
        "loadtxt",
        "logspace",
        "matmul",
        "matvec",
        "nanmedian",
        "nanpercentile",
        "nanquantile",
    ),
    *("percentile", "polyfit", "quantile", "radians", "roots", "sinc", "trapezoid", "unwrap", "vecdot", "vecmat"),
)
UNLIKE_PROXY_MODULES: tuple[str, ...] = ("numpy.linalg.", "numpy.fft.", "numpy.finfo.")
"""The functions, by name and by module, that treat a float of ml_dtypes otherwise than float16, or reject it."""


def keeps_ml_floats(fullname: str) -> bool:
    """Whether a function with a rule treats a float of ml_dtypes as it treats float16."""
    return not fullname.startswith(UNLIKE_PROXY_MODULES) and fullname.rpartition(".")[2] not in UNLIKE_PROXY


def promoted(left: str, right: str) -> str | None:
    """The dtype to which an operator promotes two operands, one of which is a float of ml_dtypes; None if unknown.

    Args:
        left, right: dtypes, or names of Python scalar types.
    """
    one, other = (left, right) if left in ML_FLOATS else (right, left)
    if other == one or other in KEEPING_PARTNERS:
        return one
    return PARTNERS.get(other)
