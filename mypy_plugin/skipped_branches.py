"""Tells whether a place is in a branch of an expression that mypy takes for unreachable.

mypy checks such a branch, and hides all errors in it: ``jnp.int8(300) if sys.platform == "win32" else x``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from mypy.nodes import Argument, Block, ConditionalExpr, Context, Expression, MypyFile, Node, OpExpr
from mypy.plugin import CheckerPluginInterface

from .mypy_compat import code_under_check, discards_all, is_never_so
from .syntax_tree import children


def is_in_skipped_branch(api: CheckerPluginInterface, place: Context) -> bool:
    """Whether mypy hides all errors at a place because the expression around it never reaches the place."""
    if not any(map(discards_all, api.msg.errors.get_watchers())):
        return False
    conditions = _conditions(code_under_check(api), place)
    return any(is_never_so(api, condition, value=value) for condition, value in conditions)


def _conditions(node: Node | Argument, place: Context) -> Iterator[tuple[Expression, bool]]:
    """The conditions in the expressions around a place, and the value that each has wherever the place is reached."""
    match node:
        case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
            if _may_contain(one, place):
                yield condition, True
            elif _may_contain(other, place):
                yield condition, False
        case OpExpr(op="and" | "or" as operator, left=left, right=right) if _may_contain(right, place):
            yield left, operator == "and"
    for child in _children_near(node, place):
        if _may_contain(child, place):
            yield from _conditions(child, place)


def _children_near(node: Node | Argument, place: Context) -> Iterable[Node | Argument]:
    """The children of a node; of many statements, only those that begin last before the place."""
    if not isinstance(node, Block | MypyFile):
        return children(node)
    statements: Sequence[Node] = node.body if isinstance(node, Block) else node.defs
    end = bisect_right(statements, place.line, key=_line)
    return statements[bisect_left(statements, statements[end - 1].line, key=_line) : end] if end else ()


def _line(node: Node) -> int:
    return node.line


def _may_contain(node: Node | Argument, place: Context) -> bool:
    """Whether a place is inside an expression, or in a line of another node."""
    if isinstance(node, Block):
        return bool(node.body) and node.body[0].line <= place.line <= _last_line(node.body[-1])
    if not isinstance(node, Expression):
        return node.line <= place.line <= _last_line(node)
    start, end = (node.line, node.column), (node.end_line or node.line, node.end_column or 0)
    return start <= (place.line, place.column) < end


def _last_line(node: Node | Argument) -> int:
    return node.end_line or node.line
