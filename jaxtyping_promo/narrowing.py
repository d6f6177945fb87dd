"""`is_array` checks that a value is an array of a given dtype, which `isinstance` cannot do.

Static checkers narrow the argument's type to `Array` with that dtype.
"""

from __future__ import annotations

import sys

from .array import Array
from .dtype_like import CLASSES, SCALAR_NAMES, dtype_name
from .dtypes import CATEGORIES, complexfloating, floating, generic, integer, weak_complex, weak_float, weak_int
from .exceptions import UnknownDTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .typing import DTypeLike

_WEAK_KINDS: dict[type[generic], type[generic]] = {
    weak_int: integer,
    weak_float: floating,
    weak_complex: complexfloating,
}
"""The kind of dtype that a weak array of each weak type is stored in; the width depends on the configuration."""


def is_array(x: object, dtype: DTypeLike | None = None, /) -> bool:
    """Whether `x` is an `Array`, and of this dtype if one is given. Static checkers narrow `x` to that type.

    A weak array also has the dtype that it is stored in: ``weak_float`` is a subclass of ``float32``.

    Args:
        x: any object.
        dtype: a dtype class, a category (``floating``), a weak type, the name of any of these, or a NumPy dtype; or
            ``jax.dtypes.prng_key`` for random keys.

    Raises:
        UnknownDTypeError: `dtype` is no dtype, category or weak type.
    """
    if dtype is None:
        return isinstance(x, Array)
    if _is_extended(dtype):
        held_class = getattr(getattr(x, "dtype", None), "type", None)
        return isinstance(x, Array) and isinstance(held_class, type) and issubclass(held_class, dtype)  # type: ignore[arg-type]
    wanted = _wanted(dtype)
    if not isinstance(x, Array):
        return False
    if wanted is generic:
        return True
    try:
        held = _class(dtype_name(x.dtype))  # type: ignore[attr-defined]
    except UnknownDTypeError:
        return False  # PRNG keys, and dtypes of other libraries that this package has no class for
    if getattr(x, "weak_type", False) is True and wanted in _WEAK_KINDS:
        return issubclass(held, _WEAK_KINDS[wanted])
    return issubclass(held, wanted)


def _is_extended(dtype: object) -> bool:
    """Whether a dtype is a class of JAX outside promotion, such as `jax.dtypes.prng_key`."""
    extended = getattr(getattr(sys.modules.get("jax"), "dtypes", None), "extended", None)
    return isinstance(dtype, type) and isinstance(extended, type) and issubclass(dtype, extended)


def _wanted(dtype: object) -> type[generic]:
    """The dtype class or category that an argument of `is_array` specifies."""
    if isinstance(dtype, type) and issubclass(dtype, generic):
        return dtype
    if isinstance(dtype, str) and dtype in CATEGORIES:
        return CATEGORIES[dtype]
    return _class(dtype_name(dtype))


def _class(name: str) -> type[generic]:
    """The dtype class with this name."""
    if name in SCALAR_NAMES.values() and name != "bool":
        raise UnknownDTypeError(
            f"{name} is no array's dtype: is_array takes weak_{name} for weak arrays, a dtype such as {name}32, "
            "or a category such as floating"
        )
    return CLASSES["bool_" if name == "bool" else name]


__all__ = ["is_array"]
