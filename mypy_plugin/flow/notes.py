"""Statements that run a function of the plugin at their place: mypy has no hook for the end of an assignment.

A note is a call of the marker class of `assignment_marker`, in a statement of its own. Its hook runs the function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from mypy.nodes import CallExpr, Context, ExpressionStmt, Statement, TempNode, TypeInfo
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import NoneType, Type, UninhabitedType

from ..mypy_compat.binder import is_unreachable
from ..variables.assignment_marker import is_marked, marked

Action: TypeAlias = Callable[[CheckerPluginInterface], None]

_TEMPORARY: dict[CallExpr, Action] = {}
"""The actions of notes that a body has while it is checked for one call."""


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


@contextmanager
def temporary_notes(
    marker: TypeInfo | None, place: Context, actions: Sequence[Action]
) -> Iterator[list[ExpressionStmt]]:
    """Notes for some actions, which are forgotten afterwards; none if the program does not load the stubs."""
    made = [] if marker is None else [note(marker, place) for _ in actions]
    for statement, action in zip(made, actions, strict=False):
        _TEMPORARY[call_of(statement)] = action
    try:
        yield made
    finally:
        for statement in made:
            del _TEMPORARY[call_of(statement)]


def run_temporary(ctx: MethodContext) -> bool:
    """Run the action of a temporary note; False if the call is not a temporary note."""
    action = _TEMPORARY.get(ctx.context) if isinstance(ctx.context, CallExpr) else None
    if action is None:
        return False
    if not is_unreachable(ctx.api):
        action(ctx.api)
    return True


def result(ctx: MethodContext) -> Type:
    """The result of a note's call.

    In unreachable code it has the type `Never`, so that mypy does not report the note as unreachable.
    """
    return UninhabitedType() if is_unreachable(ctx.api) else ctx.default_return_type
