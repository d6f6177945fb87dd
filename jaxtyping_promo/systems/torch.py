"""PyTorch: three categories of operands. A lower category cannot widen a higher one.

Tensors with dimensions are the highest category, then 0-d tensors (``int8[]``), then Python scalars. One table holds
within each category. Between categories the lower one only counts if its kind (bool, integer, float, complex) is
higher. Unsigned dtypes above uint8 and 8-bit floats promote with few dtypes. Pairs for which the CPU has no kernel are
rejected here. The sub-byte integers have no operators, and are left out.

Sources: ``c10/core/ScalarType.cpp`` for the table, ``result_type`` in ``aten/src/ATen/native/TypeProperties.cpp`` for
the categories, and results on the CPU for the operators.
"""

from __future__ import annotations

from ..operators import BITWISE, COMPARISONS, SHIFTS
from ..system import ZERO_DIM, System
from .scalars import SCALARS
from .table import read_table

SOURCE = "https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc"
CHECKED = "PyTorch 2.13.0"

LIMITED = ("uint16", "uint32", "uint64")
INTEGERS = ("uint8", *LIMITED, "int8", "int16", "int32", "int64")
FLOAT8 = ("float8_e8m0fnu", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz")
FLOATS = (*FLOAT8, "bfloat16", "float16", "float32", "float64")
COMPLEX = ("complex32", "complex64", "complex128")
STRONG = ("bool_", *INTEGERS, *FLOATS, *COMPLEX)
DEFAULTS = {"weak_int": "int64", "weak_float": "float32", "weak_complex": "complex64"}

TENSORS = {
    **read_table("""
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c32  c64 c128
b       b   u8    -    -    -   i8  i16  i32  i64 bf16  f16  f32  f64  c32  c64 c128
u8     u8   u8    -    -    -  i16  i16  i32  i64 bf16  f16  f32  f64  c32  c64 c128
u16     -    -  u16    -    -    -    -    -    - bf16  f16  f32  f64    -    -    -
u32     -    -    -  u32    -    -    -    -    - bf16  f16  f32  f64    -    -    -
u64     -    -    -    -  u64    -    -    -    - bf16  f16  f32  f64    -    -    -
i8     i8  i16    -    -    -   i8  i16  i32  i64 bf16  f16  f32  f64  c32  c64 c128
i16   i16  i16    -    -    -  i16  i16  i32  i64 bf16  f16  f32  f64  c32  c64 c128
i32   i32  i32    -    -    -  i32  i32  i32  i64 bf16  f16  f32  f64  c32  c64 c128
i64   i64  i64    -    -    -  i64  i64  i64  i64 bf16  f16  f32  f64  c32  c64 c128
bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16  f32  f32  f64  c64  c64 c128
f16   f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f16  f32  f64  c32  c64 c128
f32   f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64  c64  c64 c128
f64   f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64 c128 c128 c128
c32   c32  c32    -    -    -  c32  c32  c32  c32  c64  c32  c64 c128  c32  c64 c128
c64   c64  c64    -    -    -  c64  c64  c64  c64  c64  c64  c64 c128  c64  c64 c128
c128 c128 c128    -    -    - c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
"""),
    **{(dtype, dtype): dtype for dtype in FLOAT8},
}
"""The dtypes that two tensors of one category promote to."""

COMPLEX_OF = {"bfloat16": "complex64", "float16": "complex32", "float32": "complex64", "float64": "complex128"}
"""The result of a float and a complex operand of a lower category."""


def _across(higher: str, lower: str) -> str | None:
    """The promotion of a dtype in a higher category with a dtype in a lower category."""
    if higher in FLOATS and lower in COMPLEX:
        return COMPLEX_OF.get(higher)
    if lower in COMPLEX:
        return higher if higher in COMPLEX else lower
    if higher == "bool_" or (higher in INTEGERS and lower in FLOATS):
        return TENSORS.get((higher, lower))
    return higher


def _promotion() -> dict[tuple[str, str], str]:
    """The table over all categories."""
    zero_dim = {dtype + ZERO_DIM: dtype for dtype in STRONG}
    scalars = {"bool": "bool_", **DEFAULTS}
    promotion: dict[tuple[str, str], str | None] = dict(TENSORS)
    promotion |= {(a + ZERO_DIM, b + ZERO_DIM): result + ZERO_DIM for (a, b), result in TENSORS.items()}
    promotion |= {(a, b): TENSORS[scalars[a], scalars[b]] for a in scalars for b in scalars}
    for a in STRONG:
        for b, dtype in {**zero_dim, **scalars}.items():
            promotion[a, b] = promotion[b, a] = _across(a, dtype)
    for a, higher in zero_dim.items():
        for b, dtype in scalars.items():
            result = _across(higher, dtype)
            promotion[a, b] = promotion[b, a] = result and result + ZERO_DIM
    return {pair: result for pair, result in promotion.items() if result is not None}


NO_POWER = ("bool_", *LIMITED, *FLOAT8, "complex32")

CHANGES = {
    "truediv": dict.fromkeys(("bool_", *INTEGERS), "float32"),
    **dict.fromkeys(COMPARISONS, dict.fromkeys(STRONG, "bool_")),
    "abs": {"complex32": "float16", "complex64": "float32", "complex128": "float64"},
}
REJECTS = {
    "add": (*LIMITED, *FLOAT8),
    "sub": ("bool_", *LIMITED, *FLOAT8),
    "truediv": (*FLOAT8, "complex32"),
    **dict.fromkeys(("floordiv", "mod"), ("bool_", *LIMITED, *FLOAT8, *COMPLEX)),
    **dict.fromkeys(("divmod", "round"), STRONG),  # torch.Tensor lacks __divmod__ and __round__
    "mul": FLOAT8,
    "pow": NO_POWER,
    "matmul": ("bool_", *LIMITED, "float8_e8m0fnu", "complex32"),
    **dict.fromkeys(SHIFTS, ("bool_", *LIMITED, *FLOATS, *COMPLEX)),
    **dict.fromkeys(BITWISE, (*FLOATS, *COMPLEX)),
    **dict.fromkeys(("lt", "le", "gt", "ge"), (*LIMITED, *FLOAT8, *COMPLEX)),
    "neg": ("bool_", *LIMITED, *FLOAT8),
    "pos": ("bool_",),
    "abs": ("bool_", *LIMITED, "float8_e8m0fnu"),
    "invert": (*LIMITED, *FLOATS, *COMPLEX),
}


ONE_OF_EACH = ("bool_", "bool_" + ZERO_DIM, "bool")
OPERANDS = (*STRONG, *(dtype + ZERO_DIM for dtype in STRONG), *SCALARS)


def _exceptions() -> dict[str, dict[tuple[str, str], str | None]]:
    """The pairs for which an operator's result does not follow from their promotion."""
    with_bool: dict[tuple[str, str], str | None] = {
        pair: None for a in OPERANDS for b in ONE_OF_EACH for pair in ((a, b), (b, a))
    }
    # A matrix product needs two matrices of one dtype.
    unlike: dict[tuple[str, str], str | None] = {
        (a, b): None for a in OPERANDS for b in OPERANDS if a != b or a not in STRONG
    }
    return {
        "sub": with_bool,
        # An 8-bit float times itself, or times a 0-d tensor on its left (not on its right).
        "mul": {
            (left, dtype): dtype
            for dtype in FLOAT8
            for left in (dtype, *(d + ZERO_DIM for d in STRONG if d not in COMPLEX))
        },
        # Computed as the reciprocal times the scalar, since the CPU has kernels for these operations.
        "truediv": {("complex", "float16" + end): "complex32" + end for end in ("", ZERO_DIM)},
        # A Python bool as the exponent needs no kernel: the result is a copy, or ones.
        "pow": {(dtype + end, "bool"): dtype + end for dtype in NO_POWER for end in ("", ZERO_DIM)},
        "matmul": unlike,
    }


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of PyTorch with its standard default dtypes. It has no modes."""
    return System(
        name=name,
        source=SOURCE,
        checked=CHECKED,
        nodes=(*STRONG, *DEFAULTS),
        promotion=_promotion(),
        scalars=SCALARS,
        defaults=DEFAULTS,
        changes=CHANGES,
        rejects=REJECTS,
        exceptions=_exceptions(),
    )
