"""The Array API standard: promotion within a kind, and of floats with complex numbers.

Pairs that the standard leaves undefined are errors here, although many libraries define them. A Python scalar promotes
with arrays of its own kind or of a higher kind. Two Python scalars make no array. The standard lacks float16 and
bfloat16.

Source: https://data-apis.org/array-api/2024.12/API_specification/type_promotion.html and, for the operators, the
dtypes that the functions behind them are specified for.
"""

from __future__ import annotations

from ..operators import BITWISE, COMPARISONS, SHIFTS
from ..system import System
from .scalars import SCALARS
from .table import read_table

SOURCE = "https://data-apis.org/array-api/latest/API_specification/type_promotion.html"
CHECKED = "array-api-strict 2.6.1, standard 2025.12"

INTEGERS = ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")
FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
STRONG = ("bool_", *INTEGERS, *FLOATS, *COMPLEX)
# The library chooses its default dtypes; array-api-strict uses the widest.
DEFAULTS = {"weak_int": "int64", "weak_float": "float64", "weak_complex": "complex128"}

PROMOTION = read_table("""
        b   u8  u16  u32  u64   i8  i16  i32  i64  f32  f64  c64 c128   i*   f*   c*
b       b    -    -    -    -    -    -    -    -    -    -    -    -    -    -    -
u8      -   u8  u16  u32  u64  i16  i16  i32  i64    -    -    -    -   u8    -    -
u16     -  u16  u16  u32  u64  i32  i32  i32  i64    -    -    -    -  u16    -    -
u32     -  u32  u32  u32  u64  i64  i64  i64  i64    -    -    -    -  u32    -    -
u64     -  u64  u64  u64  u64    -    -    -    -    -    -    -    -  u64    -    -
i8      -  i16  i32  i64    -   i8  i16  i32  i64    -    -    -    -   i8    -    -
i16     -  i16  i32  i64    -  i16  i16  i32  i64    -    -    -    -  i16    -    -
i32     -  i32  i32  i64    -  i32  i32  i32  i64    -    -    -    -  i32    -    -
i64     -  i64  i64  i64    -  i64  i64  i64  i64    -    -    -    -  i64    -    -
f32     -    -    -    -    -    -    -    -    -  f32  f64  c64 c128  f32  f32  c64
f64     -    -    -    -    -    -    -    -    -  f64  f64 c128 c128  f64  f64 c128
c64     -    -    -    -    -    -    -    -    -  c64 c128  c64 c128  c64  c64  c64
c128    -    -    -    -    -    -    -    -    - c128 c128 c128 c128 c128 c128 c128
i*      -   u8  u16  u32  u64   i8  i16  i32  i64  f32  f64  c64 c128    -    -    -
f*      -    -    -    -    -    -    -    -    -  f32  f64  c64 c128    -    -    -
c*      -    -    -    -    -    -    -    -    -  c64 c128  c64 c128    -    -    -
""")

CHANGES = {
    **dict.fromkeys(COMPARISONS, dict.fromkeys(STRONG, "bool_")),
    "abs": {"complex64": "float32", "complex128": "float64"},
}
REJECTS = {
    **dict.fromkeys(("add", "sub", "mul", "pow", "matmul", "neg", "pos", "abs"), ("bool_",)),
    "truediv": ("bool_", *INTEGERS),
    **dict.fromkeys(("floordiv", "mod", "lt", "le", "gt", "ge"), ("bool_", *COMPLEX)),
    **dict.fromkeys(SHIFTS, ("bool_", *FLOATS, *COMPLEX)),
    **dict.fromkeys((*BITWISE, "invert"), (*FLOATS, *COMPLEX)),
    **dict.fromkeys(("divmod", "round"), STRONG),  # the standard's arrays lack __divmod__ and __round__
}
EXCEPTIONS = {
    "matmul": {pair: None for n in (*STRONG, *DEFAULTS) for s in SCALARS for pair in ((n, s), (s, n))},
}


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of the Array API standard, which has no modes. It has only promotions that the standard requires."""
    return System(
        name=name,
        source=SOURCE,
        checked=CHECKED,
        nodes=(*STRONG, *DEFAULTS),
        promotion=PROMOTION,
        scalars=SCALARS,
        defaults=DEFAULTS,
        changes=CHANGES,
        rejects=REJECTS,
        exceptions=EXCEPTIONS,
    )
