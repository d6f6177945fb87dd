"""Parts of a function's body that every call with given dtypes reaches.

A call may not take every branch: ``if jnp.issubdtype(x.dtype, jnp.floating)`` has a branch for each kind of dtype. So
reports in a branch count only if mypy decides the condition, as it decides ``mask is None``. The branches of other
conditions may be skipped, as may the statements after a branch that returns.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from mypy.nodes import (
    Argument,
    Block,
    BreakStmt,
    ClassDef,
    ConditionalExpr,
    ContinueStmt,
    Decorator,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    IfStmt,
    LambdaExpr,
    MatchStmt,
    NameExpr,
    Node,
    OpExpr,
    ReturnStmt,
    Statement,
    SymbolNode,
    TempNode,
    TryStmt,
    WhileStmt,
    WithStmt,
)
from mypy.types import NoneType

from ..syntax_tree import children

Position: TypeAlias = tuple[int, int]
"""A line and a column."""

START: Position = (0, 0)
END: Position = (1 << 30, 0)


@contextmanager
def else_shown(conditions: Sequence[IfStmt]) -> Iterator[None]:
    """Give each `if` statement an `else`, so that mypy tells whether it may be taken."""
    added = [condition for condition in conditions if condition.else_body is None]
    for condition in added:
        statement = ExpressionStmt(TempNode(NoneType(), context=condition))
        condition.else_body = Block([statement])
        for node in (statement, condition.else_body):
            node.set_line(condition)
    try:
        yield
    finally:
        for condition in added:
            condition.else_body = None


class ReachedParts:
    """The positions in a body that every call reaches.

    Args:
        function: the function.
        checked: the expressions that mypy has checked; it checks no branch that can't be taken.
    """

    def __init__(self, function: FuncItem, checked: Container[Expression]) -> None:
        self._checked = checked
        self._skipped: list[tuple[Position, Position]] = []
        self._inner: list[FuncDef] = []
        self._names: list[tuple[SymbolNode | None, Position]] = []
        self._statements(function.body.body, END, END)
        while self._skip_unused():
            pass

    def __contains__(self, position: Position) -> bool:
        """Whether every call reaches a position."""
        return not any(start <= position < end for start, end in self._skipped)

    def _skip_unused(self) -> bool:
        """Skip an inner function that only skipped parts mention."""
        for function in self._inner:
            start, end = _start(function), _end(function)
            if start not in self or any(
                node is function and position in self and not start <= position < end for node, position in self._names
            ):
                continue
            self._skipped.append((start, end))
            return True
        return False

    # ------------------------------------------------------------------------------------------------ statements

    def _statements(self, statements: Sequence[Statement], function_end: Position, loop_end: Position) -> None:
        """Read the statements of a block, and skip the parts that may not be reached."""
        for statement in statements:
            match statement:
                case Block(body=body):
                    self._statements(body, function_end, loop_end)
                case IfStmt():
                    self._condition(statement, function_end, loop_end)
                case ForStmt(expr=iterated, body=body, else_body=other):
                    self._expressions(iterated)
                    self._statements(body.body, function_end, _end(body))
                    self._statements([] if other is None else other.body, function_end, loop_end)
                case WhileStmt(expr=condition, body=body, else_body=other):
                    self._expressions(condition)
                    self._skip([body, other], statement, function_end, loop_end)
                case TryStmt(body=body, handlers=[], finally_body=last):
                    self._statements(body.body, function_end, loop_end)
                    self._statements([] if last is None else last.body, function_end, loop_end)
                case TryStmt(body=body, handlers=handlers, else_body=other, finally_body=last):
                    self._skip([body, *handlers, other], statement, function_end, loop_end)
                    self._statements([] if last is None else last.body, function_end, loop_end)
                case MatchStmt(subject=subject, bodies=bodies):
                    self._expressions(subject)
                    self._skip(bodies, statement, function_end, loop_end)
                case WithStmt(expr=managers, body=body):
                    for manager in managers:
                        self._expressions(manager)
                    self._statements(body.body, function_end, loop_end)
                case FuncDef():
                    self._function(statement)
                case Decorator(func=function, decorators=decorators):
                    for decorator in decorators:
                        self._expressions(decorator)
                    self._function(function)
                case ClassDef():
                    self._skipped.append((_start(statement), _end(statement)))
                case _:
                    self._expressions(statement)

    def _condition(self, statement: IfStmt, function_end: Position, loop_end: Position) -> None:
        """Read an `if` statement. If mypy checks a single branch of it, this branch is reached."""
        self._expressions(statement.expr[0])
        branches = [*statement.body, *([] if statement.else_body is None else [statement.else_body])]
        taken = [branch for branch in branches if self._may_be_taken(branch)]
        if len(taken) == 1:
            self._statements(taken[0].body, function_end, loop_end)
            return
        self._skipped += [(_start(condition), _end(condition)) for condition in statement.expr[1:]]
        self._skip(taken, statement, function_end, loop_end)

    def _may_be_taken(self, branch: Block) -> bool:
        """Whether mypy has checked a branch. A branch without expressions counts as checked."""
        expressions = [inner for inner in _nodes_in(branch) if isinstance(inner, Expression)]
        return not expressions or any(expression in self._checked for expression in expressions)

    def _skip(
        self, bodies: Sequence[Block | None], statement: Statement, function_end: Position, loop_end: Position
    ) -> None:
        """Skip blocks that may not be reached. If one of them leaves the function or loop, skip the rest of it, too."""
        written = [body for body in bodies if body is not None]
        for body in written:
            if body.body and body.body[0].line > 0:
                self._skipped.append((_start(body.body[0]), max(map(_end, body.body))))
        left = {type(exit) for body in written for exit in _exits(body)}
        if ReturnStmt in left:
            self._skipped.append((_end(statement), function_end))
        elif left:
            self._skipped.append((_end(statement), loop_end))

    def _function(self, function: FuncDef) -> None:
        """Read a function inside the body. It may be skipped later, if nothing mentions it."""
        self._inner.append(function)
        self._statements(function.body.body, _end(function), _end(function))

    # ----------------------------------------------------------------------------------------------- expressions

    def _expressions(self, node: Node | Argument) -> None:
        """Read an expression, and skip the parts of it that may not be evaluated."""
        pending: list[Node | Argument] = [node]
        while pending:
            current = pending.pop()
            match current:
                case ConditionalExpr(if_expr=one, else_expr=other):
                    self._skipped += [(_start(one), _end(one)), (_start(other), _end(other))]
                case OpExpr(op="and" | "or", right=right):
                    self._skipped.append((_start(right), _end(right)))
                case GeneratorExpr(condlists=lists) | DictionaryComprehension(condlists=lists) if any(lists):
                    self._skipped.append((_start(current), _end(current)))
                case LambdaExpr(body=body):
                    self._statements(body.body, _end(current), _end(current))
                    continue
                case NameExpr(node=named):
                    self._names.append((named.func if isinstance(named, Decorator) else named, _start(current)))
            pending += children(current)


def _nodes_in(node: Node | Argument) -> Iterator[Node | Argument]:
    """The nodes in a node, without the parts of inner functions."""
    pending = children(node)
    while pending:
        current = pending.pop()
        yield current
        if not isinstance(current, FuncDef | LambdaExpr):
            pending += children(current)


def _exits(node: Node | Argument) -> Iterator[Node]:
    """The statements in a block that leave a function or loop early.

    A `raise` does not count, since the call then fails.
    """
    for inner in _nodes_in(node):
        if isinstance(inner, ReturnStmt | BreakStmt | ContinueStmt):
            yield inner


def _start(node: Node) -> Position:
    return node.line, max(node.column, 0)


def _end(node: Node) -> Position:
    """The position behind a node."""
    if isinstance(node, Block) and node.body:
        return max(map(_end, node.body))
    if node.end_line is None:
        return node.line + 1, 0
    return (node.end_line, node.end_column) if node.end_column is not None else (node.end_line + 1, 0)
