"""What the interpreter tells others of the places of a file: dtypes, alone and in containers, and modes of JAX."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Position: TypeAlias = tuple[int, int, int | None, int | None]
"""The first line and column of an expression, and the last ones."""
Modes: TypeAlias = tuple[frozenset[bool | str], ...]
"""The values that each option of JAX may have (see `modes.EVERY`)."""
Dtypes: TypeAlias = "str | TupleDtypes"
"""The dtype of an array, or those in a tuple."""


class TupleDtypes(NamedTuple):
    """The dtypes in a tuple.

    Attributes:
        items: those of its items; None for an item that is no array or has several dtypes.
        is_named: whether it is a named tuple.
    """

    items: tuple[Dtypes | None, ...]
    is_named: bool = False
