"""Where statements and expressions begin and end in a module's text, and which of them run outside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from .option_values import Place


def first_place(node: ast.stmt | ast.expr) -> Place:
    """The position where a statement or expression begins, decorators included."""
    decorators = getattr(node, "decorator_list", [])
    return min((each.lineno, each.col_offset) for each in (node, *decorators))


def last_place(node: ast.stmt | ast.expr) -> Place:
    """The position where a statement or expression ends."""
    return (node.end_lineno or node.lineno, node.end_col_offset or 0)


def top_statements(block: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module outside functions."""
    for statement in block:
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for child in ast.iter_child_nodes(statement):
                inside = child.body if isinstance(child, ast.ExceptHandler | ast.match_case) else [child]
                yield from top_statements(s for s in inside if isinstance(s, ast.stmt))


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement outside functions."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from own_nodes(child)
