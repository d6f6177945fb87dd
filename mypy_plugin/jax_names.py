"""The full names of the classes, functions and modules that the plugin looks for in the checked code.

Other modules import the constants; a test checks that every name exists.
"""

from __future__ import annotations

from ..dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ..jaxtyping.names import CATEGORIES as JAXTYPING_CATEGORIES

ARRAY_MODULE = "jaxtyping_promo.array"
ARRAY = f"{ARRAY_MODULE}.Array"
OPERATORS = f"{ARRAY_MODULE}._Operators"
ARRAY_DTYPE = f"{ARRAY_MODULE}._DType"
UPDATE = f"{ARRAY_MODULE}._IndexUpdateRef"
"""The class of ``x.at[...]``."""
INITIALIZER = "jax._src.nn.initializers._Initializer"
"""The class of initializers in JAX's stubs."""
WRAPPERS = ("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat", "jax.named_call")
"""The transformations that change neither a function's results nor its parameters."""
GENERAL = f"{ARRAY_MODULE}._General"
JAX_MODULE = f"{ARRAY_MODULE}._JaxModule"
DTYPES_MODULE = "jaxtyping_promo.dtypes"
BOOL = f"{DTYPES_MODULE}.bool_"
GENERIC = f"{DTYPES_MODULE}.generic"
SEVERAL = f"{DTYPES_MODULE}._Several.generic"
"""The common base class of all dtypes; see `array_class`."""
ANNOTATED = ("typing.Annotated", "typing_extensions.Annotated")
"""The full names by which mypy knows jaxtyping's names."""
RANDOM_KEY = "jax._src.dtypes.prng_key"
"""The class that annotations name as the dtype of random keys. It is no dtype of a promotion system."""
JOINED: dict[str, str] = {
    f"{DTYPES_MODULE}.{outer}.{name}": name for outer in ("_Joined", "_JoinedX64") for name in WEAK_TYPES
}
"""The classes that stand for weak dtypes in a union with their default dtypes; see `array_class`."""

NODES: dict[str, str] = {f"{DTYPES_MODULE}.{name}": name for name in (*DTYPES, *WEAK_TYPES)}
"""Maps the full name of a dtype class to the name of the dtype."""

MEMBERS: dict[str, tuple[str, ...]] = {
    f"{DTYPES_MODULE}.{name}": tuple(n for n, cls in {**DTYPES, **WEAK_TYPES}.items() if issubclass(cls, category))
    for name, category in CATEGORIES.items()
}
"""Maps the full name of a category to the names of its dtypes, weak types included."""

JAXTYPING: dict[str, tuple[str, ...]] = {
    f"{DTYPES_MODULE}._Jaxtyping.{name}": (
        *dtypes,
        *(weak for weak, cls in WEAK_TYPES.items() if cls.__mro__[1].__name__ in dtypes),
    )
    for name, dtypes in JAXTYPING_CATEGORIES.items()
}
"""Maps the class of one of jaxtyping's categories, by full name, to the names of its dtypes, weak types included."""
TWO_BITS = ("int2", "uint2")
"""These dtypes have no inexact dtype in JAX: their mean has 2 bits, too."""
JAXTYPING_OPERANDS: dict[str, tuple[str, ...]] = {
    name: tuple(dtype for dtype in dtypes if dtype not in TWO_BITS) for name, dtypes in JAXTYPING.items()
}
"""The dtypes of jaxtyping's categories as operands, without 2-bit integers, which JAX promotes differently."""


def ancestors(node: str) -> tuple[str, ...]:
    """The categories of a dtype, the narrowest first."""
    return tuple(c.__name__ for c in {**DTYPES, **WEAK_TYPES}[node].__mro__ if c.__name__ in CATEGORIES)


SCALARS: dict[str, str] = {f"builtins.{name}": name for name in ("bool", "int", "float", "complex")}
"""Maps the full name of a Python scalar type to its name in promotion systems."""

NDARRAY = "numpy.ndarray"
NUMPY_DTYPE = "numpy.dtype"
NUMBER = f"{DTYPES_MODULE}._Number"
"""The class of a NumPy float64 that mypy treats as `Any`."""
NUMPY_SCALARS: dict[str, str] = {
    NUMBER: "float64",
    "numpy.bool": "bool_",
    "numpy.bool_": "bool_",
    "numpy.float64": "float64",
    "numpy.complex128": "complex128",
}
"""NumPy's scalar types that are plain classes, without a type argument."""

JAX = "jax"
"""The module with arrays, and the promotion system whose rules the interpreter has."""
FINFO = "jax._src.dtypes.finfo"
"""The class that describes the limits of a floating dtype."""
NUMPY_LIMITS = ("numpy.", "numpy._core.getlimits.")
"""The prefixes of NumPy's classes of limits, in older and newer releases."""
LIMITS = ("eps", "epsneg", "max", "min", "resolution", "smallest_normal", "smallest_subnormal", "tiny")
"""The attributes of `FINFO` that are scalars of the dtype."""

NUMPY_KINDS: dict[str, tuple[str, int]] = {
    "numpy.signedinteger": ("int", 1),
    "numpy.unsignedinteger": ("uint", 1),
    "numpy.floating": ("float", 1),
    "numpy.complexfloating": ("complex", 2),
}
"""NumPy's generic scalar classes: the kind, and the number of values of the given width in each scalar."""

NUMPY_WIDTHS: dict[str, int] = {
    f"{module}.{name}Bit": bits
    for module in ("numpy._typing._nbit_base", "numpy._typing", "numpy.typing")
    for name, bits in (("_8", 8), ("_16", 16), ("_32", 32), ("_64", 64))
}
"""Maps the full name of a type argument of these classes to a width in bits."""

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
"""NumPy's classes whose stubs declare operators that accept a JAX array as their right operand."""

OPERANDS = ("_Left", "_Right")
"""The type variables, bounded by `ArrayLike`, of operands in stubs (`stubgen.overlay.join_overloads`)."""
