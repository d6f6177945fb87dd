"""The typing names of JEP 12049: permissive types for inputs (``...Like``), strict types for outputs.

| input       | output                |
| ----------- | --------------------- |
| `ArrayLike` | `Array`               |
| `DTypeLike` | `DType`               |
| `ShapeLike` | `Shape`, `NamedShape` |

Each is a class, so that it works in annotations (``x: ArrayLike | None``) and in ``isinstance``. For static checkers,
the stubs define the types that it stands for. At run time, ``isinstance`` inspects the value, too, and tells whether
JAX would accept it. NumPy is not imported: before any other module imports it, no object has one of its types.
"""

from __future__ import annotations

import operator
import sys

from .array import Array
from .dtype_like import dtype_name
from .dtypes import DTYPES
from .exceptions import UnknownDTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, NoReturn, SupportsIndex


class ValueSet(type):
    """The metaclass of types that are sets of values: ``isinstance`` calls the class's ``_holds``."""

    def __instancecheck__(cls, instance: object) -> bool:
        return cls._holds(instance)  # type: ignore[attr-defined, no-any-return]

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"{cls.__name__} is for annotations and isinstance, and has no instances of its own")


class ArrayLike(metaclass=ValueSet):
    """A value that converts to an array implicitly: an array, a NumPy array or scalar, or a Python scalar.

    NumPy values count if this package has their dtype: no strings, objects, times or structures. Lists do not count,
    since JAX rejects them: converting a list is slow.
    """

    @staticmethod
    def _holds(value: object) -> bool:
        if isinstance(value, Array):
            return True
        numpy = sys.modules.get("numpy")
        if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
            return _is_array_dtype(value.dtype)
        return isinstance(value, (bool, int, float, complex))


class DTypeLike(metaclass=ValueSet):
    """A value that converts to a dtype implicitly.

    These are dtype classes of this package, names (``"int8"``, NumPy's ``"f4"``), NumPy dtypes and scalar types, JAX's
    scalar types, Python's ``bool``, ``int``, ``float`` and ``complex``, and objects that have a ``dtype`` but are no
    arrays. Structured dtypes, strings, objects, times, ``None`` and categories do not count: none is a single dtype.
    """

    @staticmethod
    def _holds(value: object) -> bool:
        try:
            specified_dtype(value)
        except UnknownDTypeError:
            return False
        return True


class ShapeLike(metaclass=ValueSet):
    """A value that converts to a shape implicitly: a sequence of integers, or of objects with an ``__index__``.

    A bare integer does not count, although JAX's functions accept it as a shorthand for a sequence.
    """

    @staticmethod
    def _holds(value: Any) -> bool:
        if isinstance(value, (str, bytes, bytearray)) or hasattr(value, "keys"):
            return False
        if not (hasattr(value, "__len__") and hasattr(value, "__getitem__")):
            return False
        try:
            return all(_is_index(size) or _is_symbolic(size) for size in value)
        except TypeError:  # a 0-d array has the methods of a sequence, but can't be iterated over
            return False


class DType(metaclass=ValueSet):
    """The dtype of an array: a `numpy.dtype`, or one of JAX's extended dtypes, which PRNG keys have."""

    @staticmethod
    def _holds(value: object) -> bool:
        numpy, jax = sys.modules.get("numpy"), sys.modules.get("jax")
        if numpy is not None and isinstance(value, numpy.dtype):
            return True
        extended = getattr(getattr(jax, "dtypes", None), "extended", None)
        scalar_type = getattr(value, "type", None)
        return isinstance(extended, type) and isinstance(scalar_type, type) and issubclass(scalar_type, extended)


class Shape(metaclass=ValueSet):
    """The shape of an array: a tuple of ints, or of symbolic dimensions where JAX exports a function for any size."""

    @staticmethod
    def _holds(value: object) -> bool:
        return isinstance(value, tuple) and all(type(size) is int or _is_symbolic(size) for size in value)


class NamedShape(tuple[int, ...]):
    """A shape in which some axes have names instead of positions, as JAX once used it for ``vmap`` and ``pmap``.

    It is the tuple of its positional sizes, so it is accepted wherever a shape is. The named axes come on top::

        >>> shape = NamedShape(2, 3, batch=8)
        >>> shape[0], shape["batch"], shape.total
        (2, 8, 48)

    Args:
        positional: the sizes of the axes that have positions.
        named: the sizes of the axes that have names.

    Raises:
        TypeError: a size is not an integer.
    """

    named_sizes: Mapping[str, int]
    """The sizes of the named axes by name."""

    def __new__(cls, /, *positional: SupportsIndex, **named: SupportsIndex) -> NamedShape:
        """Create a shape; see the class for the arguments."""
        shape = super().__new__(cls, map(operator.index, positional))
        shape.named_sizes = {name: operator.index(size) for name, size in named.items()}
        return shape

    @property
    def positional(self) -> tuple[int, ...]:
        """The sizes of the positional axes, as a plain tuple."""
        return tuple(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the named axes."""
        return tuple(self.named_sizes)

    @property
    def positional_rank(self) -> int:
        """The number of positional axes."""
        return len(self)

    @property
    def named_rank(self) -> int:
        """The number of named axes."""
        return len(self.named_sizes)

    @property
    def rank(self) -> int:
        """The number of axes."""
        return self.positional_rank + self.named_rank

    @property
    def total(self) -> int:
        """The number of elements over all axes."""
        total = 1
        for size in self._sizes():
            total *= size
        return total

    def _sizes(self) -> Iterator[int]:
        yield from self
        yield from self.named_sizes.values()

    def __getitem__(self, axis: Any, /) -> Any:
        """The size of an axis by position or name; a plain tuple for a slice."""
        return self.named_sizes[axis] if isinstance(axis, str) else super().__getitem__(axis)

    def __eq__(self, other: object) -> bool:
        named = other.named_sizes if isinstance(other, NamedShape) else {}
        return tuple.__eq__(self, other) is True and self.named_sizes == named

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.positional, frozenset(self.named_sizes.items()))) if self.named_sizes else super().__hash__()

    def __repr__(self) -> str:
        sizes = [*map(str, self), *(f"{name}={size}" for name, size in self.named_sizes.items())]
        return f"NamedShape({', '.join(sizes)})"

    def __reduce__(self) -> tuple[object, ...]:
        return _named_shape, (self.positional, dict(self.named_sizes))


def _named_shape(positional: tuple[int, ...], named: dict[str, int]) -> NamedShape:
    return NamedShape(*positional, **named)


def specified_dtype(value: object) -> str:
    """The name of the dtype that a value specifies, by `dtype_name`; arrays are rejected, since they only have a dtype.

    Raises:
        UnknownDTypeError: the value specifies no dtype, or is an array.
    """
    numpy = sys.modules.get("numpy")
    if isinstance(value, Array) or (numpy is not None and isinstance(value, numpy.ndarray)):
        raise UnknownDTypeError(
            f"an array of dtype {getattr(value, 'dtype', None)} is not a dtype: pass its dtype, or ask result_type"
        )
    return dtype_name(value)


def _is_array_dtype(dtype: object) -> bool:
    try:
        return dtype_name(dtype) in DTYPES
    except UnknownDTypeError:
        return False


def _is_index(size: Any) -> bool:
    try:
        operator.index(size)
    except TypeError:
        return False
    return True


def _is_symbolic(size: object) -> bool:
    export = sys.modules.get("jax.export")
    return export is not None and export.is_symbolic_dim(size)


__all__ = ["Array", "ArrayLike", "DType", "DTypeLike", "NamedShape", "Shape", "ShapeLike"]
