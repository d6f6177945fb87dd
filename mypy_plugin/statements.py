"""The statements in others."""

from __future__ import annotations

from mypy.nodes import (
    Block,
    ClassDef,
    Decorator,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    Node,
    OverloadedFuncDef,
    TryStmt,
    WhileStmt,
    WithStmt,
)

COMPOUND = (
    Block,
    ClassDef,
    Decorator,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    OverloadedFuncDef,
    TryStmt,
    WhileStmt,
    WithStmt,
)
"""The statements that have blocks."""


def blocks(statement: Node) -> list[Block]:
    """The blocks of a statement; mypy analyzes nothing for another platform or version of Python."""
    if not isinstance(statement, COMPOUND):
        return []
    return [block for block in _blocks(statement) if block is not None and not block.is_unreachable]


def _blocks(statement: Node) -> list[Block | None]:
    match statement:
        case Decorator(func=func):
            return _blocks(func)
        case OverloadedFuncDef(items=items):
            return [block for item in items for block in _blocks(item)]
        case ClassDef(defs=body):
            return [body]
        case IfStmt():
            return [*statement.body, statement.else_body]
        case MatchStmt():
            return [*statement.bodies]
        case ForStmt() | WhileStmt():
            return [statement.body, statement.else_body]
        case TryStmt():
            return [statement.body, *statement.handlers, statement.else_body, statement.finally_body]
        case FuncDef() | WithStmt():
            return [statement.body]
        case Block():
            return [statement]
    return []
