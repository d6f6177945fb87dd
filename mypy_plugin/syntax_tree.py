"""Iterates over the child nodes of a node in mypy's syntax tree.

mypy's own visitors are compiled, so no class of the plugin's may derive from them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from mypy.nodes import Argument, Block, Context, Expression, MypyFile, Node

CHILDREN = (
    *("args", "arguments", "base", "base_type_exprs", "begin_index", "bodies", "body", "callee", "cond", "condlists"),
    *("class_ref", "decorators", "defs", "else_body", "else_expr", "end_index", "expr", "finally_body", "from_expr"),
    *("func", "generator", "guards", "handlers", "if_expr", "impl", "index", "indices", "initializer", "items", "key"),
    *("keyword_values", "keys", "left", "left_expr", "lvalue", "lvalues", "msg", "operands", "pattern", "patterns"),
    *("positionals", "right", "rvalue", "sequences", "stride", "subject", "target", "types", "value", "values", "vars"),
)
"""The attributes of mypy nodes that hold statements, expressions and patterns."""


NODES = (Node, Argument)
"""The classes of nodes. mypy's class for the parameters of a function is no node itself."""


def children(node: Node | Argument) -> list[Node | Argument]:
    """The statements, expressions and patterns directly inside a node."""
    found: list[Node | Argument] = []
    for name in child_names(type(node)):  # type: ignore[arg-type]  # classes are hashable
        child = getattr(node, name)
        if isinstance(child, NODES):
            found.append(child)
        elif isinstance(child, list | tuple):
            _add_nodes(child, found)
    return found


def _add_nodes(items: list[object] | tuple[object, ...], found: list[Node | Argument]) -> None:
    """Add the nodes in a list, and in the lists inside it."""
    for item in items:
        if isinstance(item, NODES):
            found.append(item)
        elif isinstance(item, list | tuple):
            _add_nodes(item, found)


@cache
def child_names(node: type[object]) -> list[str]:
    """The attributes of a class of nodes that hold child nodes."""
    return [name for name in CHILDREN if hasattr(node, name)]


def nodes_in(
    roots: Iterable[Node | Argument], without: type[Node] | tuple[type[Node], ...] = ()
) -> Iterator[Node | Argument]:
    """Some nodes and all nodes inside them, in the order of the text.

    The children of a node are read after the caller has seen the node.

    Args:
        roots: the outermost nodes.
        without: the classes of nodes that are left out, with everything inside them.
    """
    pending = [*reversed([*roots])]
    while pending:
        node = pending.pop()
        if not isinstance(node, without):
            yield node
            pending += reversed(children(node))


def nodes_around(node: Node | Argument, place: Context) -> Iterator[Node | Argument]:
    """A node and the nodes in it that may contain a place, the outer ones first."""
    yield node
    for child in _children_near(node, place):
        if may_contain(child, place):
            yield from nodes_around(child, place)


def _children_near(node: Node | Argument, place: Context) -> Iterable[Node | Argument]:
    """The children of a node. In a long block, only the last statements that begin before `place`."""
    if not isinstance(node, Block | MypyFile):
        return children(node)
    statements: Sequence[Node] = node.body if isinstance(node, Block) else node.defs
    if not _is_in_order(statements):
        return statements
    end = bisect_right(statements, place.line, key=_line)
    return statements[bisect_left(statements, statements[end - 1].line, key=_line) : end] if end else ()


def _is_in_order(statements: Sequence[Node]) -> bool:
    """Whether statements stand in the order of their lines. mypy adds the methods of a dataclass behind the others."""
    return not statements or statements[0].line <= statements[-1].line


def _line(node: Node) -> int:
    return node.line


def may_contain(node: Node | Argument, place: Context) -> bool:
    """Whether a place is inside an expression, or in a line of another node."""
    if isinstance(node, Block):
        last = node.body[-1:] if _is_in_order(node.body) else node.body
        return bool(last) and node.body[0].line <= place.line <= max(map(_last_line, last))
    if not isinstance(node, Expression):
        return node.line <= place.line <= _last_line(node)
    start, end = (node.line, node.column), (node.end_line or node.line, node.end_column or 0)
    return start <= (place.line, place.column) < end


def _last_line(node: Node | Argument) -> int:
    return node.end_line or node.line
