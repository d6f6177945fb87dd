"""`DuckTypedArray`: a protocol for objects of any library that have a dtype and a shape.

Its module is loaded on first use. It needs `typing`, which ``import jaxtyping_promo`` avoids for speed.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class DuckTypedArray(Protocol):
    """An object with the four attributes that every array has, but no operators and no promotion: see `Array`.

    NumPy arrays and scalars, shape structs and references satisfy it, as every `Array` does.
    """

    @property
    def dtype(self) -> Any:
        """The type of the elements."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the axes."""

    @property
    def ndim(self) -> int:
        """The number of axes."""

    @property
    def size(self) -> int:
        """The number of elements."""


__all__ = ["DuckTypedArray"]
