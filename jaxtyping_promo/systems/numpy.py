"""NumPy 2: one table for arrays and scalars, and Python scalars that are weak (NEP 50).

The weak rows are Python's scalars; two of them make NumPy's default dtype. Platform-dependent names (``intp``,
``longdouble``) and results that depend on values are left out: ``bool ** 2`` with the literal 2 is int8 in NumPy.

Sources: NEP 50 and ``numpy.result_type`` for promotion, the type signatures of the ufuncs for the operators.
"""

from __future__ import annotations

from ..operators import BITWISE, COMPARISONS, SHIFTS
from ..system import System
from .scalars import SCALARS
from .table import read_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SOURCE = "https://numpy.org/neps/nep-0050-scalar-promotion.html"
CHECKED = "NumPy 2.4.6 and 2.5.5"

INTEGERS = ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")
FLOATS = ("float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
STRONG = ("bool_", *INTEGERS, *FLOATS, *COMPLEX)
DEFAULTS = {"weak_int": "int64", "weak_float": "float64", "weak_complex": "complex128"}

PROMOTION = read_table("""
        b   u8  u16  u32  u64   i8  i16  i32  i64  f16  f32  f64  c64 c128   i*   f*   c*
b       b   u8  u16  u32  u64   i8  i16  i32  i64  f16  f32  f64  c64 c128  i64  f64 c128
u8     u8   u8  u16  u32  u64  i16  i16  i32  i64  f16  f32  f64  c64 c128   u8  f64 c128
u16   u16  u16  u16  u32  u64  i32  i32  i32  i64  f32  f32  f64  c64 c128  u16  f64 c128
u32   u32  u32  u32  u32  u64  i64  i64  i64  i64  f64  f64  f64 c128 c128  u32  f64 c128
u64   u64  u64  u64  u64  u64  f64  f64  f64  f64  f64  f64  f64 c128 c128  u64  f64 c128
i8     i8  i16  i32  i64  f64   i8  i16  i32  i64  f16  f32  f64  c64 c128   i8  f64 c128
i16   i16  i16  i32  i64  f64  i16  i16  i32  i64  f32  f32  f64  c64 c128  i16  f64 c128
i32   i32  i32  i32  i64  f64  i32  i32  i32  i64  f64  f64  f64 c128 c128  i32  f64 c128
i64   i64  i64  i64  i64  f64  i64  i64  i64  i64  f64  f64  f64 c128 c128  i64  f64 c128
f16   f16  f16  f32  f64  f64  f16  f32  f64  f64  f16  f32  f64  c64 c128  f16  f16  c64
f32   f32  f32  f32  f64  f64  f32  f32  f64  f64  f32  f32  f64  c64 c128  f32  f32  c64
f64   f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64 c128 c128  f64  f64 c128
c64   c64  c64  c64 c128 c128  c64  c64 c128 c128  c64  c64 c128  c64 c128  c64  c64  c64
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
i*    i64   u8  u16  u32  u64   i8  i16  i32  i64  f16  f32  f64  c64 c128  i64  f64 c128
f*    f64  f64  f64  f64  f64  f64  f64  f64  f64  f16  f32  f64  c64 c128  f64  f64 c128
c*   c128 c128 c128 c128 c128 c128 c128 c128 c128  c64  c64 c128  c64 c128 c128 c128 c128
""")

INTEGER_OF_BOOL = {"bool_": "int8"}
CHANGES = {
    "truediv": dict.fromkeys(("bool_", *INTEGERS), "float64"),
    **dict.fromkeys(("floordiv", "mod", "divmod", "pow", "lshift", "rshift"), INTEGER_OF_BOOL),
    **dict.fromkeys(COMPARISONS, dict.fromkeys(STRONG, "bool_")),
    "abs": {"complex64": "float32", "complex128": "float64"},
}
REJECTS = {
    **dict.fromkeys(("sub", "neg", "pos"), ("bool_",)),
    **dict.fromkeys(("floordiv", "mod", "divmod"), COMPLEX),
    **dict.fromkeys((*SHIFTS, *BITWISE, "invert"), (*FLOATS, *COMPLEX)),
    "round": STRONG,  # numpy.ndarray has no __round__; numpy.round is a function
}
EXCEPTIONS = {
    "matmul": {pair: None for n in (*STRONG, *DEFAULTS) for s in SCALARS for pair in ((n, s), (s, n))},
}


# The order of NumPy's type numbers, in which float16 is last. `numpy.result_type` begins with the last operand.
KNOWLEDGE = (*DEFAULTS, "bool_", *INTEGERS, "float32", "float64", *COMPLEX, "float16")


def result_of_many(promote: Callable[[str, str], str | None], nodes: Sequence[str]) -> str | None:
    """The result of `numpy.result_type` for three or more dtypes, which is not a fold over pairs.

    NumPy promotes each operand with the operand of the highest type number, and then the results with each other. So
    int8, uint8 and float16 make float16 in every order, while a fold from the left makes float32.
    Source: ``PyArray_PromoteDTypeSequence`` in ``numpy/_core/src/multiarray/common_dtype.c``.
    """
    by_knowledge = {node: rank for rank, node in enumerate(KNOWLEDGE)}
    first, *others = sorted(nodes, key=by_knowledge.__getitem__, reverse=True)
    result: str | None = first
    for other in others:
        promoted = promote(first, other)
        result = None if result is None or promoted is None else promote(result, promoted)
    return result


def numpy_like(name: str, *, source: str, checked: str, rejects: Mapping[str, tuple[str, ...]] = REJECTS) -> System:
    """The system of a library that promotes as NumPy does, with the operands that its operators reject."""
    return System(
        name=name,
        source=source,
        checked=checked,
        nodes=(*STRONG, *DEFAULTS),
        promotion=PROMOTION,
        result_of_many=result_of_many,
        scalars=SCALARS,
        defaults=DEFAULTS,
        changes=CHANGES,
        rejects=rejects,
        exceptions=EXCEPTIONS,
    )


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of NumPy, which has no modes."""
    return numpy_like(name, source=SOURCE, checked=CHECKED)
