"""Statements that run a function of the plugin at their place: mypy has no hook for the end of an assignment.

A note is a call of the marker class of `assignment_marker`, in a statement of its own. Its hook runs the function.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Context, ExpressionStmt, Statement, TempNode, TypeInfo
from mypy.plugin import MethodContext
from mypy.types import NoneType, Type, UninhabitedType

from ..mypy_compat.binder import is_unreachable
from ..variables.assignment_marker import is_marked, marked


def note(marker: TypeInfo, place: Context) -> ExpressionStmt:
    """A note at the position of a node."""
    call = marked(marker, TempNode(NoneType(), context=place))
    call.set_line(place)
    statement = ExpressionStmt(call)
    statement.set_line(place)
    return statement


def call_of(statement: Statement) -> CallExpr:
    """The call in a note."""
    assert isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr)
    return statement.expr


def is_note(statement: Statement) -> bool:
    """Whether a statement is a note."""
    return isinstance(statement, ExpressionStmt) and is_marked(statement.expr)


def result(ctx: MethodContext) -> Type:
    """The result of a note's call.

    In unreachable code it has the type `Never`, so that mypy does not report the note as unreachable.
    """
    return UninhabitedType() if is_unreachable(ctx.api) else ctx.default_return_type
