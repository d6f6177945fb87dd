"""`promote_types` and `result_type`: the lattice asked at run time."""

from __future__ import annotations

from .dtypes import CATEGORIES, DTYPES, WEAK_TYPES, generic
from .exceptions import UnknownDTypeError
from .systems import get_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .typing import ArrayLike, DTypeLike

__all__ = ["promote_types", "result_type"]

_CLASSES: dict[str, type[generic]] = {**DTYPES, **WEAK_TYPES}
_SCALARS: dict[type, str] = {bool: "bool", int: "int", float: "float", complex: "complex"}
_ALIASES: dict[str, str] = {"bool": "bool_", "i*": "weak_int", "f*": "weak_float", "c*": "weak_complex",
                            "int*": "weak_int", "float*": "weak_float", "complex*": "weak_complex"}  # fmt: skip

_promoted: dict[tuple[object, object, str, bool, bool], type[generic]] = {}
"""Answers given before, by dtype classes: promotion is asked for the same few pairs over and over."""


def promote_types(
    a: DTypeLike, b: DTypeLike, /, *, system: str = "jax", x64: bool = False, strict: bool = False
) -> type[generic]:
    """The dtype that two dtypes promote to.

    Args:
        a, b: dtype classes of this package, names (``"int8"``, ``"weak_float"``), NumPy dtypes and scalar types, JAX
            scalar types, or Python's ``bool``, ``int``, ``float``, ``complex`` (weak, except ``bool``).
        system: the library whose rules apply.
        x64: JAX's ``jax_enable_x64``.
        strict: JAX's ``jax_numpy_dtype_promotion = "strict"``.

    Returns:
        A dtype class of this package; its ``.name`` is JAX's name, or ``weak_int``, ``weak_float``, ``weak_complex``.

    Raises:
        PromotionError: the two have no promotion; the message says why, and what to cast.
        UnknownDTypeError: an argument is not a dtype, or not one of the system.
        UnknownSystemError: there is no such system, or it has no such mode.
    """
    key = (a, b, system, x64, strict)
    try:
        return _promoted[key]
    except (KeyError, TypeError):
        pass
    result = _CLASSES[get_system(system, x64=x64, strict=strict).join(dtype_name(a), dtype_name(b))]
    if isinstance(a, type) and isinstance(b, type):
        _promoted[key] = result
    return result


def result_type(
    *args: ArrayLike | DTypeLike, system: str = "jax", x64: bool = False, strict: bool = False
) -> type[generic]:
    """The dtype that any number of arrays, scalars and dtypes promote to.

    Args:
        args: what `promote_types` takes, and arrays (anything with a ``dtype``; an array that says ``weak_type`` is
            weak), NumPy scalars and Python scalars.
        system, x64, strict: as for `promote_types`.

    Returns:
        A dtype class of this package.

    Raises:
        TypeError: no argument is given.
        PromotionError: two of the arguments have no promotion; the message says why, and what to cast.
        UnknownDTypeError: an argument has no dtype, or not one of the system.
        UnknownSystemError: there is no such system, or it has no such mode.
    """
    if not args:
        raise TypeError("result_type needs at least one array, scalar or dtype")
    return _CLASSES[get_system(system, x64=x64, strict=strict).join(*map(_argument_name, args))]


def _argument_name(value: object) -> str:
    for scalar_type, name in _SCALARS.items():
        if type(value) is scalar_type:
            return name
    if getattr(value, "weak_type", False) is True:
        kind = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
        return kind.get(getattr(value, "dtype").kind, "bool_")
    return dtype_name(value)


def dtype_name(dtype: object) -> str:
    """The name of anything that stands for a dtype: a name of this package, or that of a Python scalar type.

    Raises:
        UnknownDTypeError: it does not stand for one dtype; the message says what would.
    """
    if isinstance(dtype, str):
        name = _ALIASES.get(dtype, dtype)
        if name in _CLASSES:
            return name
        if name in CATEGORIES:
            raise UnknownDTypeError(f"{name} is a category of dtypes, not a dtype; dtypes: {', '.join(_CLASSES)}")
        raise UnknownDTypeError(f"unknown dtype {dtype!r}; dtypes: {', '.join(_CLASSES)}")
    if isinstance(dtype, type):
        if issubclass(dtype, generic):
            return dtype_name(dtype.__name__)
        if dtype in _SCALARS:
            return _SCALARS[dtype]
    inner = getattr(dtype, "dtype", dtype)  # arrays, NumPy scalars, JAX's scalar types; a numpy.dtype is its own
    name = getattr(inner, "name", None)
    if isinstance(inner, type) or not isinstance(name, str):
        name = getattr(dtype, "__name__", None) if isinstance(dtype, type) else name
    if isinstance(name, str) and _ALIASES.get(name, name) in _CLASSES:
        return _ALIASES.get(name, name)
    raise UnknownDTypeError(f"{dtype!r} does not stand for a dtype; dtypes: {', '.join(_CLASSES)}")


