"""Follows loops over lists and tuples whose items are known: ``for layer in self.layers: x = layer(x)``.

While mypy checks a body for a call, such a loop becomes one copy of its body for each item. If only the common parts of
all items are known, the loop stays, and the loop variable has these parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import EllipsisType
from typing import TypeAlias

from mypy.nodes import (
    Argument,
    Block,
    BreakStmt,
    CallExpr,
    ContinueStmt,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    MatchStmt,
    NameExpr,
    Node,
    RefExpr,
    ReturnStmt,
    SliceExpr,
    Statement,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
    WhileStmt,
    YieldExpr,
    YieldFromExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type

from ..any_type import ANYTHING
from ..flow.notes import Action, temporary_notes
from ..mypy_compat.binder import assign_in_binder
from ..mypy_compat.messages import errors_watched
from ..mypy_compat.modules import current_file
from ..syntax_tree import children, nodes_in
from ..variables.assignment_marker import inner_value
from .equal_lengths import has_length_of
from .known_parts import KnownParts
from .parts import EVERY, LIST, Parts, subtree, text_in

Item: TypeAlias = tuple[NameExpr, Parts]
"""A loop variable, and the known parts of its value in one turn."""

MOST_ITEMS = 16
"""The length of the longest list whose loop is copied."""
MOST_COPIED_LINES = 100
"""The largest number of lines of all copies together."""


def is_followed_loop(statement: Statement) -> bool:
    """Whether a statement is a loop that may be copied for each item."""
    if not isinstance(statement, ForStmt) or statement.else_body is not None or statement.is_async:
        return False
    return all(isinstance(name, NameExpr) for name in _variables(statement)) and not _may_leave(statement.body)


@contextmanager
def loops_followed(
    loops: Sequence[tuple[Block, ForStmt]], marker: TypeInfo | None, known: KnownParts
) -> Iterator[None]:
    """Prepare loops: just before mypy comes to one, it is copied if its items are known.

    Args:
        loops: the loops, each with the block that contains it.
        marker: the class of notes; None if the program does not load the stubs.
        known: the known parts of values.
    """
    prepared: list[tuple[Block, Block, ForStmt]] = []
    bodies = [(loop.body, loop.body.body) for _, loop in loops]
    with ExitStack() as notes:
        if marker is not None:
            for block, loop in loops:
                copies = Block([loop])
                note = notes.enter_context(
                    temporary_notes(marker, loop, [_copying(loop, copies, marker, known, notes)])
                )
                together = Block([*note, copies])
                for node in (copies, together):
                    node.set_line(loop)
                block.body[block.body.index(loop)] = together
                prepared.append((block, together, loop))
        try:
            yield
        finally:
            for block, together, loop in reversed(prepared):
                block.body[block.body.index(together)] = loop
            for body, statements in bodies:
                body.body = statements


def _copying(loop: ForStmt, copies: Block, marker: TypeInfo, known: KnownParts, notes: ExitStack) -> Action:
    """The action just before a loop, which fills the block `copies`."""
    statements = loop.body.body
    inside = nodes_in([loop.body], without=(FuncDef, LambdaExpr))
    matches = [node for node in inside if isinstance(node, MatchStmt)]

    def beginning(items: Sequence[Item], *, is_copy: bool) -> Action:
        def begin(at: CheckerPluginInterface) -> None:
            for name, parts in items:
                _forget_type(name)
                if is_copy:
                    assign_in_binder(at, name, ANYTHING)  # instead of the value of the turn before
                known.narrow_parts(at, name, parts)
            for match in matches:
                match.subject_dummy = None  # for which mypy's binder has the subject of the turn before

        return begin

    def copy(at: CheckerPluginInterface) -> None:
        loop.body.body = statements
        turns = _turns(at, loop, known)
        if turns is None:
            every = [(name, subtree(parts, ("[", EVERY))) for name, parts in _iterated(at, loop, known)]
            copies.body = [loop]
            if any(parts for _, parts in every):
                note = notes.enter_context(temporary_notes(marker, loop, [beginning(every, is_copy=False)]))
                loop.body.body = [*note, *statements]
            return
        added = notes.enter_context(temporary_notes(marker, loop, [beginning(items, is_copy=True) for items in turns]))
        copies.body = [statement for note in added for statement in (note, loop.body)]

    return copy


def _forget_type(name: NameExpr) -> None:
    """Have a loop variable hold anything, so that each turn can give it another type."""
    if isinstance(name.node, Var):
        name.node.type, name.node.is_ready, name.node.is_inferred = ANYTHING, True, True
        name.is_inferred_def = False


def _turns(api: CheckerPluginInterface, loop: ForStmt, known: KnownParts) -> list[list[Item]] | None:
    """The loop variables and their parts in each turn; None if they are unknown."""
    turns: list[list[Item]] = []
    lines = (loop.end_line or loop.line) - loop.line
    columns = [(name, parts, text_in(parts, LIST)) for name, parts in _iterated(api, loop, known)]
    columns = [*_completed(api, loop, columns)]
    for name, parts, length in columns:
        if length is None or int(length) > MOST_ITEMS or int(length) * lines > MOST_COPIED_LINES:
            return None
        column = [(name, subtree(parts, ("[", position))) for position in range(int(length))]
        turns = [[*turn, item] for turn, item in zip(turns, column, strict=False)] if turns else [[i] for i in column]
    counter = _counter(loop)
    if counter is not None:
        integer: Type = api.named_generic_type("builtins.int", [])
        turns = [[(counter, {(): integer}), *turn] for turn in turns]
    return turns or None


def _completed(
    api: CheckerPluginInterface, loop: ForStmt, columns: Sequence[tuple[NameExpr, Parts, str | None]]
) -> Iterator[tuple[NameExpr, Parts, str | None]]:
    """The lists that a ``zip`` goes through, with the lengths of those that are made with the length of another."""
    rows = _zipped(loop)
    known = [(expression, length) for expression, (*_, length) in zip(rows, columns, strict=False) if length]
    for position, (name, parts, length) in enumerate(columns):
        if length is None and position < len(rows):
            lengths = {count for other, count in known if has_length_of(current_file(api), rows[position], other)}
            length = lengths.pop() if len(lengths) == 1 else None
        yield name, parts, length


def _zipped(loop: ForStmt) -> list[Expression]:
    """The arguments of ``zip`` in a loop over it."""
    match inner_value(loop.expr):
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), args=columns, arg_names=names) if not any(names):
            return columns
    return []


def _iterated(api: CheckerPluginInterface, loop: ForStmt, known: KnownParts) -> Iterator[tuple[NameExpr, Parts]]:
    """The loop variables that hold items, with the parts of the list or tuple that each of them iterates over."""
    names = _variables(loop)
    match inner_value(loop.expr):
        case CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=[rows]) if len(names) == 2:
            yield names[1], _parts(api, rows, known)
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), args=columns) if len(names) == len(columns) > 1:
            for name, rows in zip(names, columns, strict=True):
                yield name, _parts(api, rows, known)
        case rows if isinstance(loop.index, NameExpr):
            yield loop.index, _parts(api, rows, known)


def _counter(loop: ForStmt) -> NameExpr | None:
    """The loop variable that counts the turns of ``enumerate(rows)``."""
    match inner_value(loop.expr):
        case CallExpr(callee=RefExpr(fullname="builtins.enumerate")):
            return _variables(loop)[0]
    return None


def _parts(api: CheckerPluginInterface, rows: Expression, known: KnownParts) -> Parts:
    """The known parts of a list or tuple, or of a slice of one."""
    if isinstance(rows, IndexExpr) and isinstance(rows.index, SliceExpr) and rows.index.stride is None:
        parts = _parts(api, rows.base, known)
        length = text_in(parts, LIST)
        begin, end = (_number(e) for e in (rows.index.begin_index, rows.index.end_index))
        if length is None or begin is ... or end is ...:
            return {path: t for path, t in parts.items() if path[:1] == (("[", EVERY),)}
        return known.items(api, [subtree(parts, ("[", position)) for position in range(int(length))[begin:end]])
    with errors_watched(api):
        api.get_expression_type(rows)
    return known.of(api, rows)


def _number(index: Expression | None) -> int | EllipsisType | None:
    """The value of an index; an ellipsis if it is computed."""
    match index:
        case None:
            return None
        case IntExpr(value=value):
            return value
        case UnaryExpr(op="-", expr=IntExpr(value=value)):
            return -value
    return ...


def _variables(loop: ForStmt) -> list[NameExpr]:
    """The loop variables."""
    items = loop.index.items if isinstance(loop.index, TupleExpr) else [loop.index]
    return items  # type: ignore[return-value]  # `is_followed_loop` has tested them


def _may_leave(body: Block) -> bool:
    """Whether a loop's body leaves a turn early, or returns or yields a value, which may differ from turn to turn."""
    pending: list[tuple[Node | Argument, bool]] = [(body, True)]
    while pending:
        node, is_own = pending.pop()
        if isinstance(node, ReturnStmt | YieldExpr | YieldFromExpr):
            return True
        if isinstance(node, BreakStmt | ContinueStmt) and is_own:
            return True
        is_inner_loop = isinstance(node, ForStmt | WhileStmt)
        if not isinstance(node, FuncDef | LambdaExpr):
            pending += [(child, is_own and not is_inner_loop) for child in children(node)]
    return False
