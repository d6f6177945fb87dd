"""Finds the names that a statement assigns, wherever in it.

`Statements` asks one `AssignedNames` for the functions of a file.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    Block,
    ClassDef,
    DelStmt,
    Expression,
    ForStmt,
    FuncDef,
    GlobalDecl,
    MatchStmt,
    NameExpr,
    Node,
    NonlocalDecl,
    OperatorAssignmentStmt,
    TryStmt,
    WithStmt,
)

from ..syntax_tree import children
from ..variables.keys import targets_of


class AssignedNames:
    """The names that the statements of one file assign. The answers are kept, since functions are followed often."""

    def __init__(self) -> None:
        self._assigned: dict[Node, frozenset[str]] = {}
        self._shared: dict[Block, frozenset[str]] = {}

    def anywhere_in(self, node: Node) -> frozenset[str]:
        """The names that are assigned anywhere in a statement."""
        if node not in self._assigned:
            self._assigned[node] = frozenset(_assigned_names(node))
        return self._assigned[node]

    def changed_elsewhere(self, body: Block) -> frozenset[str]:
        """The names that a function shares with others, or assigns within an expression."""
        if body not in self._shared:
            self._shared[body] = frozenset(_changed_elsewhere(body))
        return self._shared[body]


def _assigned_names(node: Node) -> Iterator[str]:
    """The names that a statement assigns, those in inner blocks included."""
    pending: list[object] = [node]
    while pending:
        each = pending.pop()
        if not isinstance(each, Node):
            continue
        if type(each) in ASSIGNING:
            yield from _names_at(each)
        if not isinstance(each, FuncDef | ClassDef):
            pending += children(each)


def _names_at(node: Node) -> Iterator[str]:
    """The names that a node itself assigns."""
    match node:
        case NameExpr(name=name) if node.is_inferred_def or node.is_new_def:
            yield name
        case FuncDef(name=name) | ClassDef(name=name):
            yield name
        case _:
            for target in targets_of(node):
                yield from _names_in(target)


ASSIGNING = frozenset((
    *(AssignmentExpr, AssignmentStmt, ClassDef, DelStmt, ForStmt, FuncDef, MatchStmt, NameExpr, OperatorAssignmentStmt),
    *(TryStmt, WithStmt),
))  # fmt: skip
"""The classes of nodes that may assign a name. Most nodes of a file have another class."""


def _names_in(target: Expression) -> Iterator[str]:
    """The name of a target; nothing for an attribute or item."""
    if isinstance(target, NameExpr):
        yield target.name


def _changed_elsewhere(body: Block) -> Iterator[str]:
    """The names that code of another scope may assign: by `global`, `nonlocal` or ``:=``."""
    pending: list[object] = [body]
    while pending:
        each = pending.pop()
        match each:
            case GlobalDecl(names=names) | NonlocalDecl(names=names):
                yield from names
            case AssignmentExpr(target=target):
                yield from _names_in(target)
        if isinstance(each, Node):
            pending += children(each)
