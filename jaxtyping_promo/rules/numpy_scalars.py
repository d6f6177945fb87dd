"""The rules of NumPy's scalar types, such as ``np.float32(x)``, of its constants, and of its limits of dtypes."""

from __future__ import annotations

SCALAR_TYPES: dict[str, str] = {
    "bool": "bool_ bool",
    "uint8": "uint8 ubyte",
    "uint16": "uint16 ushort",
    "uint32": "uint32 uintc",
    "uint64": "uint64 uint uintp ulonglong",
    "int8": "int8 byte",
    "int16": "int16 short",
    "int32": "int32 intc",
    "int64": "int64 int_ intp longlong",
    "float16": "float16 half",
    "float32": "float32 single",
    "float64": "float64 double",
    "complex64": "complex64 csingle",
    "complex128": "complex128 cdouble",
}
"""The scalar types by dtype, with NumPy's other names of each. The default integers are those of 64-bit platforms."""

CONSTANTS: dict[str, str] = dict.fromkeys(("e", "euler_gamma", "inf", "nan", "pi"), "float")
"""The constants, which are Python floats."""

LIMITS: dict[str, str] = dict.fromkeys(
    ("eps", "epsneg", "max", "min", "resolution", "smallest_normal", "smallest_subnormal", "tiny"),
    "real_part only_inexact(self)",
)
"""The attributes of ``np.finfo(dtype)`` that are NumPy's scalars. ``self`` stands for the dtype."""

WIDTHS: dict[str, str] = dict.fromkeys(
    ("bits", "iexp", "machep", "maxexp", "minexp", "negep", "nexp", "nmant", "precision"), "int"
)
"""The attributes of ``np.finfo(dtype)`` that are Python integers."""

RULES: dict[str, dict[str, dict[str, str]]] = {
    "numpy": {
        "constructor": {f"{name}(x, /)": dtype for dtype, names in SCALAR_TYPES.items() for name in names.split()},
        "python": CONSTANTS,
    },
    "numpy.finfo": {"scalar": LIMITS, "python": WIDTHS},
    "numpy.iinfo": {"python": dict.fromkeys(("bits", "max", "min"), "int")},
}
"""The rules by module, kind of result, and signature."""
