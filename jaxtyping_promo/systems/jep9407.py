"""The design options of JEP 9407 as lattices: designs for JAX's promotion that the JEP compares.

Each option has the edges that the JEP draws. These leave uint64 (and int64 in option 1) without a float above it. The
JEP also names the edges that would close each lattice; the options named ``-closed`` have them. bool stands below the
Python int, where JAX puts it; the JEP's drawings leave it out. Only option 3 has bfloat16.

Source: https://docs.jax.dev/en/latest/jep/9407-type-promotion.html
"""

from __future__ import annotations

from ..lattice import Lattice
from ..operators import COMPARISONS
from ..system import System
from .scalars import SCALARS

SOURCE = "https://docs.jax.dev/en/latest/jep/9407-type-promotion.html"
CHECKED = "JEP 9407 of December 2021"

DEFAULTS = {"weak_int": "int64", "weak_float": "float64", "weak_complex": "complex128"}

# Option 0: only the Python scalars stand between integers and floats.
OPTION_0 = {
    "bool_": ("weak_int",),
    "uint8": ("uint16", "int16"),
    "uint16": ("uint32", "int32"),
    "uint32": ("uint64", "int64"),
    "uint64": (),
    "int8": ("int16",),
    "int16": ("int32",),
    "int32": ("int64",),
    "int64": (),
    "float16": ("float32",),
    "float32": ("float64", "complex64"),
    "float64": ("complex128",),
    "complex64": ("complex128",),
    "complex128": (),
    "weak_int": ("uint8", "int8", "weak_float"),
    "weak_float": ("float16", "weak_complex"),
    "weak_complex": ("complex64",),
}
# Option 1: an integer promotes to the float that can hold all its values.
OPTION_1 = {**OPTION_0, "int8": ("int16", "float16"), "int16": ("int32", "float32"), "int32": ("int64", "float64")}
# Option 2: a signed integer promotes to the float of the same width.
OPTION_2 = {**OPTION_0, "int16": ("int32", "float16"), "int32": ("int64", "float32"), "int64": ("float64",)}
# Option 3: all integers promote to the weak float.
OPTION_3 = {
    **{node: above for node, above in OPTION_0.items() if not node.startswith("float")},
    "weak_int": ("uint8", "int8"),
    "int64": ("weak_float",),
    "weak_float": ("bfloat16", "float16", "weak_complex"),
    "bfloat16": ("float32",),
    **{node: above for node, above in OPTION_0.items() if node.startswith("float")},
}

EDGES = {
    "option-0": OPTION_0,
    "option-1": OPTION_1,
    "option-1-closed": {**OPTION_1, "int64": ("float64",), "uint64": ("float64",)},
    "option-2": OPTION_2,
    "option-2-closed": {**OPTION_2, "uint64": ("float64",)},
    "option-3": OPTION_3,
    "option-3-closed": {**OPTION_3, "uint64": ("weak_float",)},
}
"""The edges of each option, by the name of the system."""

ORDER = (
    "bool_", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bfloat16", "float16", "float32",
    "float64", "complex64", "complex128", *DEFAULTS,
)  # fmt: skip


def system(name: str, *, x64: bool, strict: bool) -> System:
    """The system of an option. The JEP describes promotion only, so comparisons are the only operators with rules."""
    edges = EDGES[name]
    nodes = tuple(node for node in ORDER if node in edges)
    return System(
        name=name,
        source=SOURCE,
        checked=CHECKED,
        nodes=nodes,
        promotion=Lattice({node: edges[node] for node in nodes}),
        scalars=SCALARS,
        defaults=DEFAULTS,
        changes={
            **dict.fromkeys(COMPARISONS, dict.fromkeys(nodes, "bool_")),
            "abs": {"complex64": "float32", "complex128": "float64", "weak_complex": "weak_float"},
        },
    )
