"""The texts of expressions in the files that were interpreted, for messages."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from .modules import Source
from .places import Place, place_of
from .run import Run


def source_of(run: Run, path: str) -> Source | None:
    """The source of a file."""
    source = run.models.get(("source", path))
    return source if isinstance(source, Source) else None


def text_of(run: Run, place: Place) -> str:
    """The source text of an expression on one line."""
    source = source_of(run, place.path)
    if source is None or place.line != place.end_line:
        return source.line(place.line).strip() if source is not None else ""
    line = source.line(place.line).encode()
    return line[place.column : place.end_column].decode(errors="replace")


def filled_advice(run: Run, place: Place, advice: str) -> str:
    """An advice with the source of the operands in place of ``{0}`` and ``{1}``."""
    if "{0}" not in advice and "{1}" not in advice:
        return advice
    source = source_of(run, place.path)
    texts = operand_texts(source, place) if source is not None else []
    while len(texts) < 2:
        texts.append("x" if not texts else "y")
    try:
        return advice.format(*texts)
    except (IndexError, KeyError, ValueError):
        return advice


def operand_texts(source: Source, place: Place) -> list[str]:
    """The source of the operands of the operator or call at a place."""
    for node in source.nodes().get(place.line, ()):
        if place_of(node, source.path) != place:
            continue
        match node:
            case ast.BinOp(left=left, right=right):
                operands: Sequence[ast.expr] = (left, right)
            case ast.Compare(left=left, comparators=[right, *_]):
                operands = (left, right)
            case ast.AugAssign(target=target, value=value):
                operands = (target, value)
            case ast.Call(args=arguments):
                operands = arguments
            case _:
                continue
        return [_text(source, operand) for operand in operands]
    return []


def _text(source: Source, node: ast.expr) -> str:
    """The source of an operand, in brackets where a method call needs them."""
    is_primary = isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Tuple))
    is_number = isinstance(node, ast.Constant) and isinstance(node.value, (int, float))
    text = ast.unparse(node)
    if node.lineno == node.end_lineno:
        text = source.line(node.lineno).encode()[node.col_offset : node.end_col_offset].decode(errors="replace")
    return text if is_primary or is_number else f"({text})"
