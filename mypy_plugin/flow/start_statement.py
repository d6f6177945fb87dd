"""Inserts a first statement into each file, since mypy has no hook for the beginning of a file."""

from __future__ import annotations

from mypy.nodes import Block, CallExpr, ExpressionStmt, MemberExpr, MypyFile, Statement, StrExpr

START = "builtins.str.__len__"
"""The method that the statement inserted at the beginning of each file calls."""


def add_start_statement(tree: MypyFile) -> None:
    """Insert a first statement into a file, so that a hook of the plugin runs before all other checks of the file.

    mypy may be iterating over the file's statements, so no statement may change its position. The first statement is
    replaced by a block of the inserted statement and itself.
    """
    if tree.is_stub or not tree.defs or _is_start(tree.defs[0]):
        return
    call = CallExpr(MemberExpr(StrExpr(""), START.rpartition(".")[2]), [], [], [])
    statement, first = ExpressionStmt(call), tree.defs[0]
    block = Block([statement, first])
    for node in (block, statement, call, call.callee):
        node.set_line(first)
    tree.defs[0] = block


def _is_start(statement: Statement) -> bool:
    """Whether a statement is the block that `add_start_statement` inserts."""
    match statement:
        case Block(body=[ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=StrExpr(value=""), name=name))), _]):
            return name == START.rpartition(".")[2]
    return False
