"""What the interpreter tells others of the values at places of a file: dtypes, alone and in containers."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Position: TypeAlias = tuple[int, int, int | None, int | None]
"""The first line and column of an expression, and the last ones."""
Dtypes: TypeAlias = "str | TupleDtypes | Container"
"""The dtype of an array, or those in a tuple, or the kind of a container."""


class TupleDtypes(NamedTuple):
    """The dtypes in a tuple.

    Attributes:
        items: those of its items; None for an item that is no array or has several dtypes.
        cls: the module and the name of the class of a named tuple.
    """

    items: tuple[Dtypes | None, ...]
    cls: tuple[str, str] | None = None


class Container(NamedTuple):
    """A container whose items have places of their own where they are read.

    Attributes:
        kind: ``"dict"``, ``"list"`` or ``"iterator"``.
        item: what is known of each item of an iterator.
    """

    kind: str
    item: Dtypes | None = None
