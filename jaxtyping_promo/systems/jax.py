"""JAX: a lattice with weak types. x64 changes one edge and the default widths; strict mode has its own lattice.

Sources: ``_type_promotion_lattice`` and ``_dtype_to_inexact`` in ``jax/_src/dtypes.py`` for promotion, and the results
that JAX computes for operators, which have exceptions. The oracle tests compare every cell with the installed JAX.
"""

from __future__ import annotations

from ..lattice import Lattice
from ..system import System
from .scalars import SCALARS

SOURCE = "https://docs.jax.dev/en/latest/type_promotion.html"
CHECKED = "JAX 0.10.2 and 0.12.0.1"

NARROW_INTEGERS = ("uint1", "uint2", "uint4", "int1", "int2", "int4")
UNSIGNED = ("uint1", "uint2", "uint4", "uint8", "uint16", "uint32", "uint64")
SIGNED = ("int1", "int2", "int4", "int8", "int16", "int32", "int64")
INTEGERS = (*UNSIGNED, *SIGNED)
NARROW_FLOATS = (
    "float4_e2m1fn",
    "float6_e2m3fn",
    "float6_e3m2fn",
    "float8_e3m4",
    "float8_e4m3",
    "float8_e8m0fnu",
    "float8_e4m3b11fnuz",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
)
FLOATS = (*NARROW_FLOATS, "bfloat16", "float16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
STRONG = ("bool_", *INTEGERS, *FLOATS, *COMPLEX)
WEAK = ("weak_int", "weak_float", "weak_complex")

DEFAULTS = {"weak_int": "int32", "weak_float": "float32", "weak_complex": "complex64"}
DEFAULTS_X64 = {"weak_int": "int64", "weak_float": "float64", "weak_complex": "complex128"}
TRUNCATED = {"uint64": "uint32", "int64": "int32", "float64": "float32", "complex128": "complex64"}

# ---------------------------------------------------------------------------------------------------- promotion

EDGES = {
    "bool_": ("weak_int",),
    **dict.fromkeys(NARROW_INTEGERS[:3], ()),
    "uint8": ("int16", "uint16"),
    "uint16": ("int32", "uint32"),
    "uint32": ("int64", "uint64"),
    "uint64": ("weak_float",),
    **dict.fromkeys(NARROW_INTEGERS[3:], ()),
    "int8": ("int16",),
    "int16": ("int32",),
    "int32": ("int64",),
    "int64": ("weak_float",),
    **dict.fromkeys(NARROW_FLOATS, ()),
    "bfloat16": ("float32",),
    "float16": ("float32",),
    "float32": ("float64", "complex64"),
    "float64": ("complex128",),
    "complex64": ("complex128",),
    "complex128": (),
    "weak_int": (*NARROW_INTEGERS, "uint8", "int8"),
    "weak_float": (*NARROW_FLOATS, "bfloat16", "float16", "weak_complex"),
    "weak_complex": ("complex64",),
}
# The only edge by which 32-bit dtypes would promote to a 64-bit one. Without x64 it leads elsewhere.
EDGES_X32 = {**EDGES, "uint32": ("int32", "uint64")}
STRICT_EDGES = {
    **dict.fromkeys(STRONG, ()),
    "weak_int": ("weak_float", *INTEGERS),
    "weak_float": ("weak_complex", *FLOATS),
    "weak_complex": COMPLEX,
}

# ---------------------------------------------------------------------------------------------------- operators
# An operator's result depends on the join of its operands: `CHANGES` has results that differ from the join, `REJECTS`
# the joins that an operator does not accept. `EXCEPTIONS` has the pairs that follow neither.

INTEGER_OF_BOOL = {"bool_": "int32"}
INEXACT = {
    "bool_": "float32",
    **dict.fromkeys(("uint4", "uint8", "uint16", "uint32", "int4", "int8", "int16", "int32"), "float32"),
    "uint64": "float64",
    "int64": "float64",
    "weak_int": "weak_float",
}
COMPLEX_KIND = (*COMPLEX, "weak_complex")
INEXACT_KIND = (*FLOATS, "weak_float", *COMPLEX_KIND)

CHANGES = {
    "truediv": INEXACT,
    "floordiv": INTEGER_OF_BOOL,
    "mod": INTEGER_OF_BOOL,
    "divmod": INTEGER_OF_BOOL,
    "lshift": INTEGER_OF_BOOL,
    "rshift": INTEGER_OF_BOOL,
    **dict.fromkeys(("lt", "le", "eq", "ne", "gt", "ge"), dict.fromkeys((*STRONG, *WEAK), "bool_")),
    "abs": {"complex64": "float32", "complex128": "float64", "weak_complex": "weak_float", "int1": "int8"},
}
REJECTS = {
    "sub": ("bool_",),
    **dict.fromkeys(("floordiv", "mod", "divmod"), COMPLEX_KIND),
    **dict.fromkeys(("lshift", "rshift", "and", "xor", "or"), INEXACT_KIND),
    "pow": NARROW_INTEGERS,
    "neg": ("bool_",),
    "abs": ("int2", "int4"),
    "invert": INEXACT_KIND,
    "round": ("bool_",),
}


def _both_ways(*pairs: tuple[str, str]) -> dict[tuple[str, str], None]:
    return dict.fromkeys((*pairs, *((b, a) for a, b in pairs)))


# A power with a Python int (or bool) as its exponent keeps the base's dtype in every mode: the exponent is static.
STATIC_POWER = {
    (base, exponent): {"bool_": "int32"}.get(base, base) for base in (*STRONG, *WEAK) for exponent in ("int", "bool")
}
# A weak inexact base becomes strong if the exponent is an integer array of at least 8 bits.
WIDE_INTEGERS = tuple(n for n in INTEGERS if n not in NARROW_INTEGERS)
# A contraction is computed in the result's dtype, and a weak operand is as wide as its default dtype. XLA rejects an
# integer or complex result that is narrower than an operand.
NO_SCALARS = {
    pair: None for n in (*STRONG, *WEAK) for s in ("bool", "int", "float", "complex") for pair in ((n, s), (s, n))
}
MATMUL = {
    **NO_SCALARS,
    **_both_ways(("bool_", "int1"), *(("weak_int", n) for n in (*NARROW_INTEGERS, "uint8", "uint16", "int8", "int16"))),
}
MATMUL_X64 = {
    **MATMUL,
    **_both_ways(
        *(("weak_int", n) for n in ("uint32", "int32")),
        *(("weak_complex", n) for n in ("bfloat16", "float16", "float32", "complex64")),
    ),
}


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of JAX in one of its four modes."""
    defaults = DEFAULTS_X64 if x64 else DEFAULTS
    weak_power = {
        (base, exponent): defaults[base]
        for base in ("weak_float", "weak_complex")
        for exponent in WIDE_INTEGERS
        if not strict
    }
    python_weak_power = {(s, e): r for (b, e), r in weak_power.items() for s, node in SCALARS.items() if node == b}
    return System(
        name=name,
        x64=x64,
        strict=strict,
        source=SOURCE,
        checked=CHECKED,
        nodes=(*STRONG, *WEAK),
        promotion=Lattice(STRICT_EDGES if strict else EDGES if x64 else EDGES_X32),
        scalars=SCALARS,
        defaults=defaults,
        truncated={} if x64 else TRUNCATED,
        changes={
            **CHANGES,
            "pow": {**INTEGER_OF_BOOL, "weak_int": defaults["weak_int"]},
            "round": dict.fromkeys((*STRONG, *WEAK), defaults["weak_int"]),
        },
        rejects=REJECTS,
        exceptions={
            "pow": {**weak_power, **python_weak_power, **STATIC_POWER},
            "matmul": MATMUL_X64 if x64 else MATMUL,
        },
    )
