"""The stub of `jaxtyping_promo.typing`: the names of JEP 12049, permissive for inputs and strict for outputs."""

from __future__ import annotations

from ..system import System
from .header import header

TEXT = '''"""The typing names of JEP 12049: permissive for inputs, strict for outputs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Never, Protocol, SupportsIndex, overload
from typing_extensions import TypeAlias

import numpy as np

from .array import Array as Array
from .dtypes import generic

class SupportsDType(Protocol):
    """Anything with a dtype: an array, a scalar type of JAX, a shape and dtype struct."""

    @property
    def dtype(self) -> Any: ...

# Without type arguments, which `isinstance` does not take.
ArrayLike: TypeAlias = Array | np.ndarray | np.bool | np.number | bool | int | float | complex
# The names are strings like any other to a checker; an editor offers them where a dtype is written as a string.
_DTypeName: TypeAlias = Literal[NAMES]
DTypeLike: TypeAlias = _DTypeName | str | type[Any] | np.dtype[Any] | SupportsDType
ShapeLike: TypeAlias = Sequence[SupportsIndex]
DType: TypeAlias = np.dtype[Any]
Shape: TypeAlias = tuple[int, ...]

# Arrays, one of which at least is of unknown dtype: what takes an item takes an array of any dtype.
class _ListWithUnknown(Protocol):
    def __iter__(self) -> Iterator[ArrayLike]: ...
    def append(self, object: Array[generic], /) -> None: ...

class _TupleWithUnknown(Protocol):
    def __iter__(self) -> Iterator[ArrayLike]: ...
    def __lt__(self, value: tuple[Array[generic], ...], /) -> bool: ...

_WithUnknown: TypeAlias = _ListWithUnknown | _TupleWithUnknown | Sequence[Array[Never]]

class NamedShape(tuple[int, ...]):
    """A shape in which further axes have names instead of positions."""

    named_sizes: Mapping[str, int]
    def __new__(cls, /, *positional: SupportsIndex, **named: SupportsIndex) -> NamedShape: ...
    @property
    def positional(self) -> tuple[int, ...]: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def positional_rank(self) -> int: ...
    @property
    def named_rank(self) -> int: ...
    @property
    def rank(self) -> int: ...
    @property
    def total(self) -> int: ...
    @overload
    def __getitem__(self, axis: SupportsIndex | str, /) -> int: ...
    @overload
    def __getitem__(self, axis: slice, /) -> tuple[int, ...]: ...

def specified_dtype(value: object) -> str: ...
'''


def render(system: System) -> str:
    """The text of ``typing.pyi`` for one promotion system, whose dtypes have the names that an editor offers."""
    strong = [n.rstrip("_") for n in system.nodes if n not in system.defaults]
    return header() + TEXT.replace("NAMES", ", ".join(f'"{name}"' for name in strong))
