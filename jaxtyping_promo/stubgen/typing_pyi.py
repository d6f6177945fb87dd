"""The stub of `jaxtyping_promo.typing`: the names of JEP 12049, permissive for inputs and strict for outputs."""

from __future__ import annotations

from .header import header

TEXT = '''"""The typing names of JEP 12049: permissive for inputs, strict for outputs."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, SupportsIndex, overload
from typing_extensions import TypeAlias

import numpy as np

from .array import Array as Array
from .dtypes import generic

class SupportsDType(Protocol):
    """Anything with a dtype: an array, a scalar type of JAX, a shape and dtype struct."""

    @property
    def dtype(self) -> Any: ...

ArrayLike: TypeAlias = Array[Any] | np.ndarray[Any, Any] | np.bool | np.number[Any] | bool | int | float | complex
DTypeLike: TypeAlias = str | type[Any] | np.dtype[Any] | SupportsDType
ShapeLike: TypeAlias = Sequence[SupportsIndex]
DType: TypeAlias = np.dtype[Any]
Shape: TypeAlias = tuple[int, ...]

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


def render() -> str:
    """The text of ``typing.pyi``."""
    return header() + TEXT
