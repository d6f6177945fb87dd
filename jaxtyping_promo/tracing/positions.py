"""Positions of executing instructions and of syntax nodes, with lines and columns that count from 1."""

from __future__ import annotations

import linecache
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import NamedTuple


class Position(NamedTuple):
    """The extent of an expression or statement in a file.

    Attributes:
        path: the file, relative to the current folder if it is below it.
        line, column: the first character; both count from 1, and columns count characters.
        end_line, end_column: the place behind the last character.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


@lru_cache(None)
def shown_path(filename: str) -> str:
    """A file as reports name it: relative to the current folder if it is below it, else absolute."""
    path = Path(filename).resolve()
    folder = Path.cwd()
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


@lru_cache(65536)
def of_instruction(code: CodeType, instruction: int) -> Position:
    """The position of the operator or call that an instruction of a code object belongs to.

    Args:
        code: the code object of a frame.
        instruction: the offset of the instruction in bytes, as in ``frame.f_lasti``.
    """
    extent = next(islice(code.co_positions(), instruction // 2, None), (None, None, None, None))
    line, end_line, column, end_column = extent
    if line is None or end_line is None or column is None or end_column is None:
        line = line or code.co_firstlineno
        end_line, column, end_column = line, 0, 0
    return of_extent(code.co_filename, line, column, end_line, end_column)


def of_extent(filename: str, line: int, column: int, end_line: int, end_column: int) -> Position:
    """A position from the attributes of a syntax node, whose columns count the bytes of UTF-8 from 0."""
    return Position(
        shown_path(filename),
        line,
        _characters(filename, line, column) + 1,
        end_line,
        _characters(filename, end_line, end_column) + 1,
    )


def _characters(filename: str, line: int, column: int) -> int:
    text = linecache.getline(filename, line)
    return column if text.isascii() else len(text.encode()[:column].decode(errors="replace"))
