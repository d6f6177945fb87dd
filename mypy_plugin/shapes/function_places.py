"""The functions of a file, each with the class and the functions around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import (
    Block,
    ClassDef,
    Decorator,
    ForStmt,
    FuncDef,
    IfStmt,
    Node,
    OverloadedFuncDef,
    TryStmt,
    WhileStmt,
    WithStmt,
)

from ..statements import blocks, overload_parts


class Place(NamedTuple):
    """A function, its class if it is a method, and the functions around it, from the outside in."""

    function: FuncDef
    owner: ClassDef | None
    around: tuple[Place, ...]


def functions_in(nodes: Sequence[Node]) -> Iterator[Place]:
    """The functions of a file, also within classes and other functions."""
    left: list[tuple[Node, ClassDef | None, tuple[Place, ...]]] = [(node, None, ()) for node in reversed(nodes)]
    while left:
        node, owner, around = left.pop()
        inner: Sequence[Node] = ()
        match node:
            case FuncDef():
                place = Place(node, owner, around)
                yield place
                inner, owner, around = [node.body], None, (*around, place)
            case Decorator(func=function):
                inner = [function]
            case OverloadedFuncDef():
                inner = overload_parts(node)
            case ClassDef(defs=body):
                inner, owner = body.body, node
            case Block(body=statements, is_unreachable=False):
                inner = statements
            case IfStmt() | ForStmt() | WhileStmt() | TryStmt() | WithStmt():
                inner = [child for block in blocks(node) for child in block.body]
        left += [(child, owner, around) for child in reversed(inner)]
