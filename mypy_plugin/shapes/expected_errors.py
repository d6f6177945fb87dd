"""Finds ``with`` statements whose block is expected to raise an error, such as ``with pytest.raises(TypeError)``."""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, RefExpr, WithStmt

EXPECTED_ERRORS = ("raises", "warns", "assertRaises", "assertRaisesRegex", "suppress")
"""The names of functions in a ``with`` statement whose block is expected to fail."""


def may_suppress(expression: Expression) -> bool:
    """Whether the block of a ``with`` statement may end early without an error behind it."""
    return not (isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr)) or _expects(expression)


def expects_error(statement: WithStmt) -> bool:
    """Whether a ``with`` statement expects an error, or suppresses it."""
    return any(map(_expects, statement.expr))


def _expects(expression: Expression) -> bool:
    """Whether an expression is a call of a function in `EXPECTED_ERRORS`."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in EXPECTED_ERRORS
