"""Static dtype checking of array code: the dtype that every array expression promotes to, before it runs.

A program imports the public names from here: `Array`, `is_array`, `promote_types`, `result_type`, `get_system`, and the
dtypes.
"""

from __future__ import annotations

from .array import Array
from .dtypes import *  # noqa: F403
from .dtypes import __all__ as _dtypes
from .exceptions import (
    ConfigError,
    JaxtypingPromoError,
    LatticeError,
    PromotionError,
    UnknownDTypeError,
    UnknownSystemError,
)
from .lattice import Lattice
from .narrowing import is_array
from .promotion import promote_types, result_type
from .system import System
from .systems import get_system
from .typing import ArrayLike, DType, DTypeLike, NamedShape, Shape, ShapeLike

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocol import DuckTypedArray as DuckTypedArray

__version__ = "0.1.0"

__all__ = [
    "Array",
    "ArrayLike",
    "ConfigError",
    "DType",
    "DTypeLike",
    "DuckTypedArray",
    "JaxtypingPromoError",
    "Lattice",
    "LatticeError",
    "NamedShape",
    "PromotionError",
    "Shape",
    "ShapeLike",
    "System",
    "UnknownDTypeError",
    "UnknownSystemError",
    "get_system",
    "is_array",
    "promote_types",
    "result_type",
    *_dtypes,
]


def __getattr__(name: str) -> object:
    """Import `DuckTypedArray` on first use, since it needs `typing`, which is slow to load."""
    if name == "DuckTypedArray":
        from .protocol import DuckTypedArray

        return DuckTypedArray
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
