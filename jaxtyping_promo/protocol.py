"""The structural side of arrays: what has a dtype and a shape, whichever library it is from.

A module of its own, loaded when `DuckTypedArray` is first asked for: it needs `typing`, and ``import jaxtyping_promo``
does not.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class DuckTypedArray(Protocol):
    """Anything with the four attributes that every array has. No operators, and no promotion: see `Array`.

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
        """How many axes there are."""

    @property
    def size(self) -> int:
        """How many elements there are."""


__all__ = ["DuckTypedArray"]
