"""What the interpreter tells others of the places of a file: dtypes, alone and in containers, and modes of JAX."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from .modules import Source

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


def positions_of(node: ast.expr | ast.stmt, source: Source) -> Iterator[Position]:
    """The positions that parsers give a node of a file.

    The operator in ``(x + y) * z`` begins at the bracket for Python, and at ``x`` for mypy 2.4. Nodes in lines that are
    not ASCII have no position: Python counts the columns in bytes, and mypy 2.4 subtracts the difference to characters
    twice, so that a position might be another node's.
    """
    end = node.end_lineno or node.lineno
    if not source.is_ascii and not all(source.line(line).isascii() for line in (node.lineno, end)):
        return
    yield node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
    first: ast.expr | ast.stmt = node
    while isinstance(first, ast.BinOp | ast.BoolOp):
        first = first.left if isinstance(first, ast.BinOp) else first.values[0]
    if first is not node and source.line(first.lineno).isascii():
        yield first.lineno, first.col_offset, node.end_lineno, node.end_col_offset


def merged(one: Dtypes | None, other: Dtypes | None) -> Dtypes | None:
    """The dtypes that two values have in common; None if there are none."""
    if one == other:
        return one
    if isinstance(one, TupleDtypes) and isinstance(other, TupleDtypes) and len(one.items) == len(other.items):
        items = tuple(merged(*pair) for pair in zip(one.items, other.items, strict=True))
        return TupleDtypes(items, one.is_named) if any(items) and one.is_named == other.is_named else None
    return None
