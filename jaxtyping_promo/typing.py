"""The typing names of JEP 12049: inputs permissive (``...Like``), outputs strict.

| input       | output                |
| ----------- | --------------------- |
| `ArrayLike` | `Array`               |
| `DTypeLike` | `DType`               |
| `ShapeLike` | `Shape`, `NamedShape` |

Each is a class, so that it works in annotations (``x: ArrayLike | None``) and in ``isinstance`` alike. To a static
checker the stubs say which types it stands for; at run time ``isinstance`` looks at the value as well, and answers
whether JAX would take it. NumPy is not imported: as long as nobody did, no object is of its types.
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
    """The metaclass of types that are known by their values: ``isinstance`` asks the class's ``_holds``."""

    def __instancecheck__(cls, instance: object) -> bool:
        return cls._holds(instance)  # type: ignore[attr-defined, no-any-return]

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"{cls.__name__} is for annotations and isinstance, and has no instances of its own")


class ArrayLike(metaclass=ValueSet):
    """What can be converted to an array implicitly: arrays, NumPy arrays and scalars, Python scalars.

    Of NumPy's, those with a dtype of this package: no strings, objects, times or structures. No lists: converting
    a list is slow, and JAX refuses it.
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
    """What can be converted to a dtype implicitly.

    Dtype classes of this package, names (``"int8"``, NumPy's ``"f4"``), NumPy dtypes and scalar types, JAX's scalar
    types, Python's ``bool``, ``int``, ``float`` and ``complex``, and what has a ``dtype`` without being an array.
    No structured dtypes, strings, objects or times, no ``None``, and no category: those are not one dtype.
    """

    @staticmethod
    def _holds(value: object) -> bool:
        try:
            specified_dtype(value)
        except UnknownDTypeError:
            return False
        return True


class ShapeLike(metaclass=ValueSet):
    """What can be converted to a shape implicitly: any sequence of integers, or of what has an ``__index__``.

    A bare integer is none: JAX's functions take it as a shorthand, but what they mean is a sequence.
    """

    @staticmethod
    def _holds(value: Any) -> bool:
        if isinstance(value, (str, bytes, bytearray)) or hasattr(value, "keys"):
            return False
        if not (hasattr(value, "__len__") and hasattr(value, "__getitem__")):
            return False
        try:
            return all(_is_index(size) or _is_symbolic(size) for size in value)
        except TypeError:  # a 0-d array has the methods of a sequence, but is none
            return False


class DType(metaclass=ValueSet):
    """The dtype of an array: a `numpy.dtype`, or JAX's extended kind of dtype, which its PRNG keys have."""

    @staticmethod
    def _holds(value: object) -> bool:
        numpy, jax = sys.modules.get("numpy"), sys.modules.get("jax")
        if numpy is not None and isinstance(value, numpy.dtype):
            return True
        extended = getattr(getattr(jax, "dtypes", None), "extended", None)
        scalar_type = getattr(value, "type", None)
        return isinstance(extended, type) and isinstance(scalar_type, type) and issubclass(scalar_type, extended)


class Shape(metaclass=ValueSet):
    """The shape of an array: a tuple of ints, or of symbolic dimensions where JAX exports for any size."""

    @staticmethod
    def _holds(value: object) -> bool:
        return isinstance(value, tuple) and all(type(size) is int or _is_symbolic(size) for size in value)


class NamedShape(tuple[int, ...]):
    """A shape in which further axes have names instead of positions, as JAX used it for ``vmap`` and ``pmap``.

    It is the tuple of its positional sizes, so it goes wherever a shape goes; the named axes are on top::

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
        """Make a shape; the class says of what."""
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
        """How many axes have positions."""
        return len(self)

    @property
    def named_rank(self) -> int:
        """How many axes have names."""
        return len(self.named_sizes)

    @property
    def rank(self) -> int:
        """How many axes there are."""
        return self.positional_rank + self.named_rank

    @property
    def total(self) -> int:
        """How many elements there are, over all axes."""
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
    """The name of the dtype that a value stands for, by `dtype_name`; an array stands for none, it has one.

    Raises:
        UnknownDTypeError: it stands for no dtype, or is an array.
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
