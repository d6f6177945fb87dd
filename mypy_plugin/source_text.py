"""The text of an expression in the user's source.

Reports quote it, and `cast_text` proposes the expression with a cast.
"""

from __future__ import annotations

from pathlib import Path

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    ComplexExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    TempNode,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type, get_proper_type

from .mypy_compat.expressions import stored_type
from .mypy_compat.modules import current_file
from .per_file_cache import OfFiles
from .types.operands import array_info

LONGEST = 40
"""The number of characters of the longest expression that a message repeats."""
PLACEHOLDER = "(...)"
"""The text in place of an operand that a message does not repeat."""
PRIMARIES = (NameExpr, MemberExpr, CallExpr, IndexExpr)
"""The expressions on which a method can be called without parentheses."""


def _read(tree: MypyFile) -> list[bytes]:
    """The lines of a file; none if it can't be read."""
    try:
        return Path(tree.path).read_bytes().splitlines()
    except OSError:
        return []


_lines_of = OfFiles(_read)


def source_text(api: CheckerPluginInterface, expression: Expression | None) -> str | None:
    """The text of an expression that stands on one line and is short; None for any other."""
    if expression is None or expression.line != expression.end_line or expression.end_column is None:
        return None
    lines = _lines_of(current_file(api))
    if not 0 < expression.line <= len(lines):
        return None
    line, start = lines[expression.line - 1], expression.column
    if isinstance(expression, OpExpr | ComparisonExpr):  # mypy takes the place of the left operand for its place
        while line[start : expression.end_column].count(b")") > line[start : expression.end_column].count(b"("):
            before = line[:start].rstrip()
            if not before.endswith(b"("):
                return None
            start = len(before) - 1
    text = line[start : expression.end_column].decode(errors="replace")
    return text if 0 < len(text) <= LONGEST else None


def operand_text(api: CheckerPluginInterface, expression: Expression | None) -> str:
    """The text of an operand for a longer expression, in parentheses if need be; a placeholder if it is unknown."""
    if expression is None or isinstance(expression, TempNode):  # a node that stands for a type has no text
        return PLACEHOLDER
    text = source_text(api, expression)
    if text is None:
        return PLACEHOLDER
    return text if isinstance(expression, (*PRIMARIES, IntExpr, FloatExpr, UnaryExpr)) else f"({text})"


def cast_text(api: CheckerPluginInterface, expression: Expression | None, dtype: str) -> str | None:
    """The expression with a cast to a dtype, as it is to be written; None if the expression is long or unknown."""
    text = source_text(api, expression)
    if text is None or expression is None:
        return None
    if isinstance(expression, IntExpr | FloatExpr | ComplexExpr):
        return f"jnp.{dtype}({text})"
    stored: Type | None = stored_type(api, expression)
    proper = get_proper_type(stored)
    if not isinstance(proper, Instance) or array_info(proper.type) is None:
        return f"jnp.asarray({text}, jnp.{dtype})"
    return f"{text if isinstance(expression, PRIMARIES) else f'({text})'}.astype(jnp.{dtype})"
