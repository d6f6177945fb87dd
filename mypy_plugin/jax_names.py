"""Full names of what the plugin looks for in the code under check."""

from __future__ import annotations

from ..dtypes import CATEGORIES, DTYPES, WEAK_TYPES

ARRAY_MODULE = "jaxtyping_promo.array"
ARRAY = f"{ARRAY_MODULE}.Array"
OPERATORS = f"{ARRAY_MODULE}._Operators"
ARRAY_DTYPE = f"{ARRAY_MODULE}._DType"
UPDATE = f"{ARRAY_MODULE}._IndexUpdateRef"
"""The class of ``x.at[...]``."""
INITIALIZER = "jax._src.nn.initializers._Initializer"
"""The class of JAX's initializers in its stubs."""
GENERAL = f"{ARRAY_MODULE}._General"
JAX_MODULE = f"{ARRAY_MODULE}._JaxModule"
DTYPES_MODULE = "jaxtyping_promo.dtypes"
BOOL = f"{DTYPES_MODULE}.bool_"
GENERIC = f"{DTYPES_MODULE}.generic"
SEVERAL = f"{DTYPES_MODULE}._Several.generic"
"""The class of what several dtypes are; see `array_class`."""
JOINED: dict[str, str] = {
    f"{DTYPES_MODULE}.{outer}.{name}": name for outer in ("_Joined", "_JoinedX64") for name in WEAK_TYPES
}
"""The classes that stand for weak dtypes beside their default dtypes; see `array_class`."""

NODES: dict[str, str] = {f"{DTYPES_MODULE}.{name}": name for name in (*DTYPES, *WEAK_TYPES)}
"""Full name of a dtype class to the name of the dtype."""

MEMBERS: dict[str, tuple[str, ...]] = {
    f"{DTYPES_MODULE}.{name}": tuple(n for n, cls in {**DTYPES, **WEAK_TYPES}.items() if issubclass(cls, category))
    for name, category in CATEGORIES.items()
}
"""Full name of a category to the names of its dtypes, weak types included."""


def ancestors(node: str) -> tuple[str, ...]:
    """The categories of a dtype, the narrowest first."""
    return tuple(c.__name__ for c in {**DTYPES, **WEAK_TYPES}[node].__mro__ if c.__name__ in CATEGORIES)


SCALARS: dict[str, str] = {f"builtins.{name}": name for name in ("bool", "int", "float", "complex")}
"""Full name of a Python scalar type to the name that promotion systems know it by."""

NDARRAY = "numpy.ndarray"
NUMPY_DTYPE = "numpy.dtype"
NUMBER = f"{DTYPES_MODULE}._Number"
"""The class of a float64 of NumPy's that may be anything to mypy."""
NUMPY_SCALARS: dict[str, str] = {
    NUMBER: "float64",
    "numpy.bool": "bool_",
    "numpy.bool_": "bool_",
    "numpy.float64": "float64",
    "numpy.complex128": "complex128",
}
"""NumPy's scalar types that are classes."""

FINFO = "jax._src.dtypes.finfo"
"""The class of the limits of a dtype."""
LIMITS = ("eps", "epsneg", "max", "min", "resolution", "smallest_normal", "smallest_subnormal", "tiny")
"""Its attributes that are scalars of the dtype."""

NUMPY_KINDS: dict[str, tuple[str, int]] = {
    "numpy.signedinteger": ("int", 1),
    "numpy.unsignedinteger": ("uint", 1),
    "numpy.floating": ("float", 1),
    "numpy.complexfloating": ("complex", 2),
}
"""NumPy's generic scalar classes: the kind, and how many numbers of the given width make one."""

NUMPY_WIDTHS: dict[str, int] = {
    f"{module}.{name}Bit": bits
    for module in ("numpy._typing._nbit_base", "numpy._typing", "numpy.typing")
    for name, bits in (("_8", 8), ("_16", 16), ("_32", 32), ("_64", 64))
}
"""Full name of a type argument of such a class to a width in bits."""

NUMPY_OPERATOR_CLASSES = (
    "numpy.ndarray",
    "numpy.generic",
    "numpy.bool",
    "numpy.number",
    "numpy.integer",
    "numpy.signedinteger",
    "numpy.unsignedinteger",
    "numpy.inexact",
    "numpy.floating",
    "numpy.complexfloating",
    "numpy.float64",
    "numpy.complex128",
)
"""NumPy's classes whose stubs declare operators that claim an array of ours as their right operand."""

OPERANDS = ("_Left", "_Right")
"""The variables with the bound `ArrayLike` that are operands in stubs (`stubgen.overlay.join_overloads`)."""
