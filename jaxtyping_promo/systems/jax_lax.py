"""jax.lax: no implicit promotion. Both operands must have the same dtype; a weak one has its default dtype.

Operators stand for functions: ``/`` for ``lax.div`` (also of integers), ``%`` for ``lax.rem``, ``@`` for ``lax.dot``,
``round`` for ``lax.round``. The operators ``//``, ``divmod`` and unary ``+`` have no function. Most functions reject
bools, so the table has no ``bool, bool``; functions that accept them are exceptions.

Source: ``jax/_src/lax/lax.py``, ``naryop_dtype_rule`` and the accepted dtypes of each function.
"""

from __future__ import annotations

from ..operators import BITWISE, COMPARISONS, SHIFTS
from ..system import System
from .jax import COMPLEX, DEFAULTS, DEFAULTS_X64, FLOATS, INTEGERS, STRONG, TRUNCATED
from .scalars import SCALARS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = "https://docs.jax.dev/en/latest/jax.lax.html"
CHECKED = "JAX 0.10.2 and 0.12.0.1"

ORDERINGS = ("lt", "le", "gt", "ge")
COMPLEX_KIND = (*COMPLEX, "weak_complex")
INEXACT_KIND = (*FLOATS, "weak_float", *COMPLEX_KIND)
INTEGER_KIND = (*INTEGERS, "weak_int")

REJECTS = {
    **dict.fromkeys(("floordiv", "divmod", "pos"), (*STRONG, *DEFAULTS)),
    **dict.fromkeys(("mod", *ORDERINGS), COMPLEX_KIND),
    "pow": INTEGER_KIND,
    **dict.fromkeys((*SHIFTS, *BITWISE, "invert"), INEXACT_KIND),
    "neg": ("bool_",),
    "abs": ("bool_", *(n for n in INTEGERS if n.startswith("u")), "int2", "int4"),
    "round": ("bool_", *INTEGER_KIND, *COMPLEX_KIND),
}
ABS = {"complex64": "float32", "complex128": "float64", "weak_complex": "weak_float", "int1": "int8"}
OF_BOOLS = dict.fromkeys((("bool_", "bool_"), ("bool_", "bool"), ("bool", "bool_")), "bool_")

# lax.dot accepts operands of two dtypes. The result is the later dtype in this order.
DOT_ORDER = (
    "uint1", "bool_", "int1", "uint2", "int2", "uint4", "int4", "uint8", "int8", "uint16", "int16", "uint32", "int32",
    "uint64", "int64", "float4_e2m1fn", "float6_e2m3fn", "float8_e3m4", "float6_e3m2fn", "float8_e4m3b11fnuz",
    "float8_e4m3fnuz", "float8_e4m3", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e5m2", "float16", "float8_e8m0fnu",
    "bfloat16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip
# Pairs without an order.
DOT_TIES = (("bool_", "int1"), ("float8_e4m3", "float8_e4m3fnuz"), ("float8_e5m2", "float8_e5m2fnuz"))


def _dot(defaults: Mapping[str, str]) -> dict[tuple[str, str], str | None]:
    """The result of lax.dot for each pair. It rejects Python scalars, and only two weak operands make a weak result."""
    rank = {dtype: place for place, dtype in enumerate(DOT_ORDER)}
    results: dict[tuple[str, str], str | None] = {}
    for a in (*STRONG, *defaults):
        for b in (*STRONG, *defaults):
            operands = (a, b) if a in defaults and b in defaults else (defaults.get(a, a), defaults.get(b, b))
            results[a, b] = max(operands, key=lambda name: rank[defaults.get(name, name)])
        results |= {pair: None for scalar in SCALARS for pair in ((a, scalar), (scalar, a))}
    return results | {pair: None for a, b in DOT_TIES for pair in ((a, b), (b, a))}


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of jax.lax, with 64-bit dtypes on or off."""
    defaults = DEFAULTS_X64 if x64 else DEFAULTS
    nodes = (*STRONG, *defaults)
    promotion = {(dtype, dtype): dtype for dtype in nodes[1:]}
    for weak, dtype in defaults.items():
        promotion[weak, dtype] = promotion[dtype, weak] = dtype
    # A floating base accepts an exponent of any integer dtype. A strong exponent makes a weak base strong.
    scalars = {scalar: weak for scalar, weak in SCALARS.items() if weak in INEXACT_KIND}
    power = {
        (base, exponent): (defaults.get(node, node) if exponent in INTEGERS else node)
        for base, node in (*((n, n) for n in INEXACT_KIND), *scalars.items())
        for exponent in (*INTEGER_KIND, "int")
    }
    return System(
        name=name,
        x64=x64,
        source=SOURCE,
        checked=CHECKED,
        nodes=nodes,
        promotion=promotion,
        scalars=SCALARS,
        defaults=defaults,
        truncated={} if x64 else TRUNCATED,
        changes={**dict.fromkeys(COMPARISONS, dict.fromkeys(nodes, "bool_")), "abs": ABS},
        rejects=REJECTS,
        exceptions={**dict.fromkeys((*COMPARISONS, *BITWISE), OF_BOOLS), "pow": power, "matmul": _dot(defaults)},
    )
