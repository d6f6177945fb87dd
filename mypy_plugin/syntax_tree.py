"""Iterates over the child nodes of a node in mypy's syntax tree.

mypy's own visitors are compiled, so no class of the plugin's may derive from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mypy.nodes import Argument, Node

CHILDREN = (
    *("args", "arguments", "base", "base_type_exprs", "begin_index", "bodies", "body", "callee", "cond", "condlists"),
    *("class_ref", "decorators", "defs", "else_body", "else_expr", "end_index", "expr", "finally_body", "from_expr"),
    *("func", "generator", "guards", "handlers", "if_expr", "index", "indices", "initializer", "items", "key"),
    *("keyword_values", "keys", "left", "left_expr", "lvalue", "lvalues", "msg", "operands", "pattern", "patterns"),
    *("positionals", "right", "rvalue", "sequences", "stride", "subject", "target", "types", "value", "values", "vars"),
)
"""The attributes of mypy nodes that hold statements, expressions and patterns."""


def children(node: Node | Argument) -> Iterator[Node | Argument]:
    """The statements, expressions and patterns directly inside a node."""
    pending: list[object] = [getattr(node, name) for name in reversed(_child_names(type(node)))]  # type: ignore[arg-type]  # classes are hashable
    while pending:
        child = pending.pop()
        if isinstance(child, list | tuple):
            pending.extend(reversed(child))
        elif isinstance(child, Node | Argument):
            yield child


@cache
def _child_names(node: type[object]) -> list[str]:
    """The attributes of a class of nodes that hold child nodes."""
    return [name for name in CHILDREN if hasattr(node, name)]
