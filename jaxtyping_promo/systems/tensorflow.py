"""TensorFlow: no implicit promotion, but a function converts its right operand to the dtype of the left one.

The table describes ``tf.add(x, y)`` and is not symmetric. A Python scalar on the right gets the dtype of the left
operand, if its kind allows it; on the left it gets its default dtype first. The operators convert a Python scalar on
either side. A Python bool is accepted for the dtypes into which TensorFlow's fast path converts it.

Sources: ``ops.convert_to_tensor`` and ``binary_op_wrapper`` in ``tensorflow/python``, and eager results on the CPU.
"""

from __future__ import annotations

from ..operators import BINARY, BITWISE, COMPARISONS
from ..system import System
from .scalars import SCALARS
from .table import read_table

SOURCE = "https://www.tensorflow.org/guide/tensor#about_shapes"
CHECKED = "TensorFlow 2.21.0"

UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = (*UNSIGNED, "int8", "int16", "int32", "int64")
FLOATS = ("bfloat16", "float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
STRONG = ("bool_", *INTEGERS, *FLOATS, *COMPLEX)
DEFAULTS = {"weak_int": "int32", "weak_float": "float32", "weak_complex": "complex128"}

PYTHON_BOOL = ("uint64", "int32", "int64", "float16", "float32", "float64", "complex128")
PROMOTION = {
    **read_table("""
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
u8      -   u8    -    -    -    -    -    -    -    -    -    -    -    -    -   u8    -    -
u16     -    -  u16    -    -    -    -    -    -    -    -    -    -    -    -  u16    -    -
u32     -    -    -  u32    -    -    -    -    -    -    -    -    -    -    -  u32    -    -
u64     -    -    -    -  u64    -    -    -    -    -    -    -    -    -    -  u64    -    -
i8      -    -    -    -    -   i8    -    -    -    -    -    -    -    -    -   i8    -    -
i16     -    -    -    -    -    -  i16    -    -    -    -    -    -    -    -  i16    -    -
i32     -    -    -    -    -    -    -  i32    -    -    -    -    -    -    -  i32    -    -
i64     -    -    -    -    -    -    -    -  i64    -    -    -    -    -    -  i64    -    -
bf16    -    -    -    -    -    -    -    -    - bf16    -    -    -    -    - bf16 bf16    -
f16     -    -    -    -    -    -    -    -    -    -  f16    -    -    -    -  f16  f16    -
f32     -    -    -    -    -    -    -    -    -    -    -  f32    -    -    -  f32  f32    -
f64     -    -    -    -    -    -    -    -    -    -    -    -  f64    -    -  f64  f64    -
c64     -    -    -    -    -    -    -    -    -    -    -    -    -  c64    -  c64  c64  c64
c128    -    -    -    -    -    -    -    -    -    -    -    -    -    - c128 c128 c128 c128
i*      -    -    -    -    -    -    -  i32    -    -    -    -    -    -    -  i32    -    -
f*      -    -    -    -    -    -    -    -    -    -    -  f32    -    -    -  f32  f32    -
c*      -    -    -    -    -    -    -    -    -    -    -    -    -    - c128 c128 c128 c128
"""),
    **{(dtype, "bool"): dtype for dtype in PYTHON_BOOL},
    **{(scalar, "bool"): dtype for scalar, dtype in zip(("int", "float", "complex"), DEFAULTS.values(), strict=True)},
}

CHANGES = {
    "truediv": {
        **dict.fromkeys(("uint8", "uint16", "int8", "int16"), "float32"),
        **dict.fromkeys(("uint32", "uint64", "int32", "int64"), "float64"),
    },
    **dict.fromkeys(COMPARISONS, dict.fromkeys(STRONG, "bool_")),
    "abs": {"complex64": "float32", "complex128": "float64"},
}
REJECTS = {
    **dict.fromkeys(("floordiv", "mod", "lt", "le", "gt", "ge"), COMPLEX),
    **dict.fromkeys(("divmod", "lshift", "rshift", "pos", "round"), STRONG),
    **dict.fromkeys(("neg", "abs"), ("bool_", *UNSIGNED)),
    "pow": UNSIGNED,
    "matmul": (*UNSIGNED, "int8", "int16"),
    **dict.fromkeys((*BITWISE, "invert"), (*FLOATS, *COMPLEX)),
}


def _exceptions() -> dict[str, dict[tuple[str, str], str | None]]:
    """The pairs for which an operator's result does not follow from the conversion of the functions."""
    exceptions: dict[str, dict[tuple[str, str], str | None]] = {op: {} for op in BINARY}
    for op in BINARY:
        for scalar, weak in SCALARS.items():
            for dtype in STRONG:
                result = PROMOTION.get((dtype, scalar)) or PROMOTION.get((dtype, weak))
                if result in REJECTS.get(op, ()):
                    result = None
                exceptions[op][scalar, dtype] = result and CHANGES.get(op, {}).get(result, result)
    for op in (*BITWISE, "eq", "ne", "mul"):
        exceptions[op] |= dict.fromkeys((("bool_", "bool_"), ("bool_", "bool"), ("bool", "bool_")), "bool_")
    # A product with a bool is a logical and: the other operand is converted to bool.
    exceptions["mul"] |= {pair: "bool_" for dtype in STRONG for pair in (("bool_", dtype), (dtype, "bool_"))}
    exceptions["mul"] |= {("bool_", scalar): "bool_" for scalar in SCALARS}
    exceptions["matmul"] = {pair: None for n in (*STRONG, *DEFAULTS) for s in SCALARS for pair in ((n, s), (s, n))}
    exceptions["matmul"] |= {("bfloat16", "float32"): "float32", ("float32", "bfloat16"): "float32"}
    return exceptions


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of TensorFlow without its NumPy behaviour."""
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
        exceptions=_exceptions(),
    )
