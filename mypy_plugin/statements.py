"""The statements in others."""

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
    OverloadedFuncDef: lambda s: [block for item in s.items for block in blocks(item)],
    TryStmt: lambda s: [s.body, *s.handlers, s.else_body, s.finally_body],
    WhileStmt: lambda s: [s.body, s.else_body],
    WithStmt: lambda s: [s.body],
}
"""The blocks of each kind of statement that has any."""


def blocks(statement: Node) -> list[Block]:
    """The blocks of a statement; mypy analyzes nothing for another platform or version of Python."""
    found = _BLOCKS.get(type(statement))
    return [] if found is None else [block for block in found(statement) if block and not block.is_unreachable]
