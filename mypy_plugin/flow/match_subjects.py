"""Subjects of `match` that are wrapped in a marker call only while they hold arrays.

mypy narrows the subject by its form: a variable, an attribute, an item or a tuple of these. A marker call would hide
the form. So a note before the statement finds the type of the subject, and puts the marker call there if it is needed.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from mypy.nodes import (
    Block,
    CallExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MatchStmt,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import CheckerPluginInterface

from ..any_type import ANYTHING
from ..mypy_compat.binder import is_unreachable
from ..mypy_compat.expressions import is_deferred, store_type
from ..mypy_compat.messages import errors_watched
from ..syntax_tree import nodes_in
from ..types.array_types import holds_arrays
from ..variables.assignment_record import Assignments, Site
from ..variables.keys import flattened
from .assigning_statements import changes_subject
from .assignment import Assignment
from .notes import call_of, is_note, note


class MatchSubject(NamedTuple):
    """The subject of a `match` statement, and the marker call that may wrap it.

    Attributes:
        site: the place of the statement.
        statement: the statement.
        marker_call: the call around the subject.
        is_only_joined: whether the marker call only joins containers of several dtypes.
    """

    site: Site
    statement: MatchStmt
    marker_call: CallExpr
    is_only_joined: bool

    def choose(self, api: CheckerPluginInterface, assignments: Assignments) -> None:
        """Put the subject into the statement: in its marker call if the plugin changes its type, else by itself."""
        subject = self.site.value
        if is_unreachable(api) or is_deferred(api):
            self.statement.subject = subject
            return
        with errors_watched(api):
            value = api.get_expression_type(subject)
        assignment = Assignment(api, assignments, self.site)
        is_changed = holds_arrays(value) if self.is_only_joined else changes_subject(assignment, value)
        self.statement.subject = self.marker_call if is_changed else subject
        captured = flattened(self.site.lvalues)
        if is_changed and isinstance(subject, NameExpr):
            # mypy narrows this name instead of the call.
            keeps_value = all(assignment.keeps_value(lvalue, value) for lvalue in captured)
            self.statement.subject_dummy = subject if keeps_value else None


def is_narrowed_subject(subject: Expression) -> bool:
    """Whether mypy narrows variables, attributes or items in the subject of a `match`."""
    return isinstance(subject, IndexExpr | ListExpr | RefExpr | TupleExpr)


def notes_before(
    api: CheckerPluginInterface, tree: MypyFile, marker: TypeInfo, statements: Container[Node]
) -> Iterator[tuple[CallExpr, MatchStmt]]:
    """Put a note before each of some statements, if it has none yet; the calls of the notes with their statements."""
    for node in nodes_in([tree]):
        body = node.defs if isinstance(node, MypyFile) else node.body if isinstance(node, Block) else []
        match body:
            case [first, MatchStmt() as second] if second in statements and is_note(first):
                call = call_of(first)
                store_type(api, call, ANYTHING)
                yield call, second
                continue
        for position, statement in enumerate(body):
            if statement in statements:
                around = Block([note(marker, statement), statement])
                around.set_line(statement)
                body[position] = around
