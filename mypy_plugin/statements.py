"""Finds the blocks of statements inside a statement.

Modules that walk through a file call `blocks` recursively.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    OverloadPart,
    TryStmt,
    WhileStmt,
    WithStmt,
)

_BLOCKS: dict[type[Node], Callable[[Any], list[Block | None]]] = {
    Block: lambda s: [s],
    ClassDef: lambda s: [s.defs],
    Decorator: lambda s: [s.func.body],
    ForStmt: lambda s: [s.body, s.else_body],
    FuncDef: lambda s: [s.body],
    IfStmt: lambda s: [*s.body, s.else_body],
    MatchStmt: lambda s: s.bodies,
    OverloadedFuncDef: lambda s: [block for item in overload_parts(s) for block in blocks(item)],
    TryStmt: lambda s: [s.body, *s.handlers, s.else_body, s.finally_body],
    WhileStmt: lambda s: [s.body, s.else_body],
    WithStmt: lambda s: [s.body],
}
"""The blocks of each kind of statement that has blocks."""


def blocks(statement: Node) -> list[Block]:
    """The blocks of a statement, without blocks that mypy skips, such as code for another version of Python."""
    blocks_of_kind = _BLOCKS.get(type(statement))
    return (
        []
        if blocks_of_kind is None
        else [block for block in blocks_of_kind(statement) if block and not block.is_unreachable]
    )


def overload_parts(function: OverloadedFuncDef) -> list[OverloadPart]:
    """The overloads and the implementation of a function, or the getter and the setter of a property.

    mypy's semantic analysis moves the implementation out of the items.
    """
    implementation = function.impl
    if implementation is None or implementation in function.items:
        return [*function.items]
    return [*function.items, implementation]
