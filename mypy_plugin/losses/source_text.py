"""Reads the text of an expression as the user wrote it, for messages that show what to write instead."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, FloatExpr, IndexExpr, IntExpr, MemberExpr, MypyFile, NameExpr, UnaryExpr

from ..per_file_cache import OfFiles

LONGEST = 30
"""The number of characters up to which a message repeats an expression."""
PLACEHOLDER = "(...)"
"""The text in place of a longer expression."""


def _read_lines(tree: MypyFile) -> list[bytes]:
    try:
        with open(tree.path, "rb") as file:
            return file.read().splitlines()
    except OSError:
        return []


_lines_of = OfFiles(_read_lines)


def source_text(tree: MypyFile, expression: Expression) -> str:
    """The text of an expression, in parentheses where a method can't be called on it otherwise.

    Args:
        tree: the file.
        expression: the expression.
    """
    if expression.line < 1 or expression.line != expression.end_line or expression.end_column is None:
        return PLACEHOLDER
    lines = _lines_of(tree)
    if expression.line > len(lines):
        return PLACEHOLDER
    text = lines[expression.line - 1][expression.column : expression.end_column].decode("utf-8", "replace").strip()
    if not text or len(text) > LONGEST:
        return PLACEHOLDER
    is_primary = isinstance(expression, NameExpr | MemberExpr | CallExpr | IndexExpr | IntExpr | FloatExpr | UnaryExpr)
    return text if is_primary else f"({text})"
