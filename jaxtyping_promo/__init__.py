"""Static dtype checking of array code: what every array expression promotes to, before it runs."""

from __future__ import annotations

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
from .promotion import promote_types, result_type
from .system import System
from .systems import get_system

__version__ = "0.1.0"

__all__ = [
    "ConfigError",
    "JaxtypingPromoError",
    "Lattice",
    "LatticeError",
    "PromotionError",
    "System",
    "UnknownDTypeError",
    "UnknownSystemError",
    "get_system",
    "promote_types",
    "result_type",
    *_dtypes,
]
