"""What the interpreter tells others of the places of a file: dtypes, alone and in containers, and modes of JAX."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Position: TypeAlias = tuple[int, int, int | None, int | None]
"""The first line and column of an expression, and the last ones."""
Modes: TypeAlias = tuple[frozenset[bool | str], ...]
"""The values that each option of JAX may have (see `modes.EVERY`)."""
Dtypes: TypeAlias = "str | TupleDtypes | ContainerDtypes"
"""The dtype of an array, or those in a tuple, list or dict."""


class TupleDtypes(NamedTuple):
    """The dtypes in a tuple.

    Attributes:
        items: those of its items; None for an item that is no array or has several dtypes.
        is_named: whether it is a named tuple.
    """

    items: tuple[Dtypes | None, ...]
    is_named: bool = False


class ContainerDtypes(NamedTuple):
    """The dtypes in a list, or in a dict with strings as keys, as a call has made it.

    Attributes:
        kind: ``"list"`` or ``"dict"``.
        item: those of each of its items.
    """

    kind: str
    item: Dtypes


def merged(one: Dtypes | None, other: Dtypes | None) -> Dtypes | None:
    """The dtypes that two values have in common; None if there are none."""
    if one == other:
        return one
    if isinstance(one, TupleDtypes) and isinstance(other, TupleDtypes) and len(one.items) == len(other.items):
        items = tuple(merged(*pair) for pair in zip(one.items, other.items, strict=True))
        return TupleDtypes(items, one.is_named) if any(items) and one.is_named == other.is_named else None
    return None
