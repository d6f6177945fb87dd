"""Infers whether an index of a NumPy array gives a scalar or an array. The dtype is the array's.

>>> indexed_kinds(ANY_ARRAY, ("integer", "integer"), dimensions=2)
frozenset({'numpy scalar'})
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from .numpy_kinds import ANY_ARRAY, ANY_VALUE, ARRAY, SCALAR, SCALAR_OR_ARRAY, Kinds

Index: TypeAlias = Literal["integer", "slice", "ellipsis", "new axis", "array", "unknown"]
"""One item of an index: an integer (NumPy's scalars included), a slice, ``...``, None, or an array or list of integers
or bools."""

KEEPING: frozenset[Index] = frozenset(("slice", "new axis"))
"""The items that give the result a dimension."""


def indexed_kinds(kinds: Kinds, index: Sequence[Index], *, dimensions: int | None = None) -> Kinds:
    """The kinds of ``array[index]``.

    Args:
        kinds: the kinds that the array may have.
        index: the items of the index; a single one for an index that is no tuple.
        dimensions: the number of the array's dimensions, if it is known.
    """
    if "unknown" in index:
        return ANY_VALUE
    if not KEEPING.isdisjoint(index):
        return ARRAY
    if "ellipsis" in index:
        return ANY_ARRAY
    if "array" in index:
        return SCALAR_OR_ARRAY
    integers = len(index)
    if dimensions is not None:
        return ARRAY if integers < dimensions else SCALAR
    return SCALAR_OR_ARRAY if kinds & ARRAY else SCALAR


__all__ = ["ANY_ARRAY", "Index", "indexed_kinds"]
