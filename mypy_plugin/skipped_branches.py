"""Tells whether a place is in a branch of an expression that mypy takes for unreachable.

mypy checks such a branch, and hides all errors in it: ``jnp.int8(300) if sys.platform == "win32" else x``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ConditionalExpr, Context, Expression, Node, OpExpr
from mypy.plugin import CheckerPluginInterface

from .mypy_compat.binder import is_never_so
from .mypy_compat.functions import code_under_check
from .mypy_compat.messages import discards_all, watchers_inside_out
from .syntax_tree import may_contain, nodes_around


def is_in_skipped_branch(api: CheckerPluginInterface, place: Context) -> bool:
    """Whether mypy hides all errors at a place because the expression around it never reaches the place."""
    if not any(map(discards_all, watchers_inside_out(api))):
        return False
    conditions = _conditions(code_under_check(api), place)
    return any(is_never_so(api, condition, value=value) for condition, value in conditions)


def _conditions(code: Node, place: Context) -> Iterator[tuple[Expression, bool]]:
    """The conditions in the expressions around a place, and the value that each has wherever the place is reached."""
    for node in nodes_around(code, place):
        match node:
            case ConditionalExpr(cond=condition, if_expr=one, else_expr=other):
                if may_contain(one, place):
                    yield condition, True
                elif may_contain(other, place):
                    yield condition, False
            case OpExpr(op="and" | "or" as operator, left=left, right=right) if may_contain(right, place):
                yield left, operator == "and"
