"""Finds out whether an expression contains a lambda, whose body mypy would check for each overload of a call."""

from __future__ import annotations

from functools import lru_cache

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    OpExpr,
    StarExpr,
    TupleExpr,
    UnaryExpr,
)

MOST_EXPRESSIONS = 4096
"""The number of expressions for which `holds_lambda` is cached."""


@lru_cache(MOST_EXPRESSIONS)
def holds_lambda(expression: Expression) -> bool:
    """Whether an expression contains a lambda."""
    return isinstance(expression, LambdaExpr) or any(map(holds_lambda, _parts(expression)))


def _parts(expression: Expression) -> list[Expression]:
    """The subexpressions of an expression whose types mypy infers together with it."""
    match expression:
        case CallExpr(callee=callee, args=args):
            return [callee, *args]
        case IndexExpr(base=part) | MemberExpr(expr=part) | UnaryExpr(expr=part) | StarExpr(expr=part):
            return [part]
        case OpExpr(left=left, right=right) | ConditionalExpr(if_expr=left, else_expr=right):
            return [left, right]
        case ListExpr(items=items) | TupleExpr(items=items):
            return items
        case DictExpr(items=pairs):
            return [value for _, value in pairs]
    return []
