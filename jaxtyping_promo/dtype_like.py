"""Reads the many spellings of a dtype (in NumPy, JAX, other libraries and this package) as a single name.

Every public function that accepts a dtype calls `dtype_name` on its argument.
"""

from __future__ import annotations

import sys

from .dtypes import CATEGORIES, DTYPES, WEAK_TYPES, generic
from .exceptions import UnknownDTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCALAR_NAMES: dict[type, str] = {bool: "bool", int: "int", float: "float", complex: "complex"}
"""Maps Python's scalar types, which promote by rules of their own, to their names in promotion systems."""

CLASSES: dict[str, type[generic]] = {**DTYPES, **WEAK_TYPES}
"""Every class that takes part in promotion, by name."""

NUMPY_TYPES: dict[str, str] = {
    "bool_": "bool",
    **{name: name for name in ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64")},
    **{name: name for name in ("float16", "float32", "float64", "complex64", "complex128")},
}
"""Maps each dtype that has a scalar type in NumPy to the name of that type."""

# JAX's documents of the promotion lattice spell the weak types like this.
_ALIASES: dict[str, str] = {
    "bool": "bool_",
    "int*": "weak_int",
    "float*": "weak_float",
    "complex*": "weak_complex",
    "i*": "weak_int",
    "f*": "weak_float",
    "c*": "weak_complex",
}


def dtype_name(value: object) -> str:
    """The name of the dtype that a value specifies or has.

    Args:
        value: a dtype class of this package, a name (``"int8"``, ``"weak_int"``, NumPy's ``"f4"``), a NumPy dtype or
            scalar type, a dtype of another library, a Python scalar type, or any object with a ``dtype``.

    Returns:
        A key of `CLASSES`; or ``"bool"``, ``"int"``, ``"float"``, ``"complex"`` for Python's scalar types.

    Raises:
        UnknownDTypeError: the value specifies no dtype, or a dtype that no promotion system has (structured dtypes,
            strings, objects, times, PRNG keys). The message names the value and lists the dtypes.
    """
    name = _named(value) if isinstance(value, str) else _classified(value) if isinstance(value, type) else None
    if name is None:
        inner = getattr(value, "dtype", value)
        name = dtype_name(inner) if isinstance(inner, (str, type)) and inner is not value else _described(inner)
    if name is None:
        raise UnknownDTypeError(f"{_shown(value)} does not stand for a dtype; dtypes: {', '.join(CLASSES)}")
    return name


def _canonical(name: object) -> str | None:
    """The canonical name of a dtype with another name, or None."""
    name = _ALIASES.get(name, name) if isinstance(name, str) else None
    return name if name in CLASSES else None


def _named(name: str) -> str | None:
    """The dtype that a string names, or None."""
    if name in CATEGORIES:
        raise UnknownDTypeError(f"{name} is a category of dtypes, not a dtype; dtypes: {', '.join(CLASSES)}")
    return _canonical(name) or _described(_numpy_dtype(name))


def _classified(cls: type) -> str | None:
    """The dtype that a class specifies, or None."""
    if issubclass(cls, generic):
        return _named(cls.__name__)
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(cls, numpy.generic):
        # NumPy's own categories (np.floating and others) are scalar types, but no dtype has them.
        if cls.__name__ in CATEGORIES:
            return _named(cls.__name__)
        return _described(_numpy_dtype(cls))
    return SCALAR_NAMES.get(cls)


def _numpy_dtype(spelling: object) -> Any:
    """NumPy's dtype for a string or scalar type; None if NumPy has none or is not installed."""
    try:
        import numpy

        return numpy.dtype(spelling)  # type: ignore[call-overload]
    except Exception:  # NumPy is not installed, or its parser fails: a comma, for example, raises a SyntaxError
        return None


def _described(dtype: object) -> str | None:
    """The name that another library's dtype object gives itself, if this package has a class for it."""
    if "dtype" not in type(dtype).__name__.lower():  # paths and members of enums have names as well
        return None
    name = _canonical(getattr(dtype, "name", None))
    if name is not None:
        return name if getattr(dtype, "isnative", True) else None
    # PyTorch's and array-api-strict's dtypes have no name but print as `torch.int8`.
    library, _, printed = str(dtype).rpartition(".")
    return _canonical(printed) if library and library == type(dtype).__module__.partition(".")[0] else None


def _shown(value: object) -> str:
    """A value as a message shows it: on one line, and an array by its dtype only."""
    dtype = getattr(value, "dtype", None)
    if dtype is not None and not isinstance(value, type):
        return f"the dtype {dtype} of {type(value).__name__}"
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= 80 else f"{shown[:77]}..."


__all__ = ["CLASSES", "SCALAR_NAMES", "dtype_name"]
