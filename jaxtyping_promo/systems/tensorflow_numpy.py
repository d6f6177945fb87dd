"""TensorFlow with its experimental NumPy behaviour: JAX's lattice (mode ``all``), or its safe part (``safe``).

``tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode="all")`` switches it on. TensorFlow
has weak types of two widths (``i32*`` and ``i64*``, ``f32*`` and ``f64*``), which promote alike with other dtypes. They
share a name here, so that a weak result may be wider than the default. Both modes are tables, because in ``safe``
promotions that lose precision are undefined.

Source: ``_BINARY_DTYPE_RES_HALF`` in ``tensorflow/python/framework/flexible_dtypes.py``.
"""

from __future__ import annotations

from ..operators import COMPARISONS
from ..system import System
from .scalars import SCALARS
from .table import read_table
from .tensorflow import CHANGES, DEFAULTS, STRONG

DIVISION = CHANGES["truediv"]
SOURCE = "https://www.tensorflow.org/guide/tf_numpy_type_promotion"
CHECKED = "TensorFlow 2.21.0"

ALL = read_table("""
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
b       b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
u8     u8   u8  u16  u32  u64  i16  i16  i32  i64 bf16  f16  f32  f64  c64 c128   u8   f*   c*
u16   u16  u16  u16  u32  u64  i32  i32  i32  i64 bf16  f16  f32  f64  c64 c128  u16   f*   c*
u32   u32  u32  u32  u32  u64  i64  i64  i64  i64 bf16  f16  f32  f64  c64 c128  u32   f*   c*
u64   u64  u64  u64  u64  u64   f*   f*   f*   f* bf16  f16  f32  f64  c64 c128  u64   f*   c*
i8     i8  i16  i32  i64   f*   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i8   f*   c*
i16   i16  i16  i32  i64   f*  i16  i16  i32  i64 bf16  f16  f32  f64  c64 c128  i16   f*   c*
i32   i32  i32  i32  i64   f*  i32  i32  i32  i64 bf16  f16  f32  f64  c64 c128  i32   f*   c*
i64   i64  i64  i64  i64   f*  i64  i64  i64  i64 bf16  f16  f32  f64  c64 c128  i64   f*   c*
bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16  f32  f32  f64  c64 c128 bf16 bf16  c64
f16   f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f16  f32  f64  c64 c128  f16  f16  c64
f32   f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64  c64 c128  f32  f32  c64
f64   f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64 c128 c128  f64  f64 c128
c64   c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64  c64 c128  c64 c128  c64  c64  c64
c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128
i*     i*   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
f*     f*   f*   f*   f*   f*   f*   f*   f*   f* bf16  f16  f32  f64  c64 c128   f*   f*   c*
c*     c*   c*   c*   c*   c*   c*   c*   c*   c*  c64  c64  c64 c128  c64 c128   c*   c*   c*
""")
SAFE = read_table("""
        b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
b       b   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
u8     u8   u8  u16  u32  u64    -  i16  i32  i64 bf16  f16  f32  f64  c64 c128   u8    -   c*
u16   u16  u16  u16  u32  u64    -    -  i32  i64    -    -  f32  f64  c64 c128  u16    -   c*
u32   u32  u32  u32  u32  u64    -    -    -  i64    -    -    -  f64    - c128  u32    -   c*
u64   u64  u64  u64  u64  u64    -    -    -    -    -    -    -    -    -    -  u64    -    -
i8     i8    -    -    -    -   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i8    -   c*
i16   i16  i16    -    -    -  i16  i16  i32  i64    -    -  f32  f64  c64 c128  i16    -   c*
i32   i32  i32  i32    -    -  i32  i32  i32  i64    -    -    -  f64    - c128  i32    -   c*
i64   i64  i64  i64  i64    -  i64  i64  i64  i64    -    -    -    -    -    -  i64    -    -
bf16 bf16 bf16    -    -    - bf16    -    -    - bf16    -  f32  f64  c64 c128 bf16 bf16    -
f16   f16  f16    -    -    -  f16    -    -    -    -  f16  f32  f64  c64 c128  f16  f16    -
f32   f32  f32  f32    -    -  f32  f32    -    -  f32  f32  f32  f64  c64 c128  f32  f32    -
f64   f64  f64  f64  f64    -  f64  f64  f64    -  f64  f64  f64  f64    - c128  f64  f64 c128
c64   c64  c64  c64    -    -  c64  c64    -    -  c64  c64  c64    -  c64 c128  c64  c64  c64
c128 c128 c128 c128 c128    - c128 c128 c128    - c128 c128 c128 c128 c128 c128 c128 c128 c128
i*     i*   u8  u16  u32  u64   i8  i16  i32  i64 bf16  f16  f32  f64  c64 c128   i*   f*   c*
f*     f*    -    -    -    -    -    -    -    - bf16  f16  f32  f64  c64 c128   f*   f*   c*
c*     c*   c*   c*   c*    -   c*   c*   c*    -    -    -    - c128  c64 c128   c*   c*   c*
""")
PROMOTIONS = {"tensorflow-numpy": ALL, "tensorflow-numpy-safe": SAFE}
"""The name of the system for each mode."""


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of one of the two modes, by its name."""
    return System(
        name=name,
        source=SOURCE,
        checked=CHECKED,
        nodes=(*STRONG, *DEFAULTS),
        promotion=PROMOTIONS[name],
        scalars=SCALARS,
        defaults=DEFAULTS,
        changes={
            # Only these operators are declared: the operands that others reject depend on the kernels of a mode.
            "truediv": {**DIVISION, "weak_int": "weak_float"},
            **dict.fromkeys(COMPARISONS, dict.fromkeys((*STRONG, *DEFAULTS), "bool_")),
        },
    )
