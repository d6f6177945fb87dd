"""Places: source positions that connect the interpreter with traces, editors and other checkers."""

from __future__ import annotations

import ast
from typing import NamedTuple


class Place(NamedTuple):
    """The range of an expression or statement, as `ast` counts it.

    Attributes:
        path: the file.
        line, end_line: from 1.
        column, end_column: from 0, in bytes of UTF-8. `Source.columns` turns them into characters from 1.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Place("", 0, 0, 0, 0)


def place_of(node: ast.AST, path: str) -> Place:
    """The place of a syntax node."""
    line = getattr(node, "lineno", 0)
    column = getattr(node, "col_offset", 0)
    return Place(path, line, column, getattr(node, "end_lineno", line), getattr(node, "end_col_offset", column))
