"""`DuckTypedArray`: a protocol for anything that has a dtype and a shape, whichever library it is from.

It has a module of its own, loaded on first use, since it needs `typing`, and ``import jaxtyping_promo`` does not.
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
