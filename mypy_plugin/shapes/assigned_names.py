"""Finds the names that a statement assigns, wherever in it."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    Block,
    ClassDef,
    DelStmt,
    ForStmt,
    FuncDef,
    GlobalDecl,
    IndexExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    NonlocalDecl,
    OperatorAssignmentStmt,
    TryStmt,
    WithStmt,
)

from ..flow.assignments import captured_variables
from ..syntax_tree import children


def assigned_names(node: Node) -> Iterator[str]:
    """The names that are assigned anywhere in a statement."""
    left: list[object] = [node]
    while left:
        each = left.pop()
        match each:
            case NameExpr(name=name) if each.is_inferred_def or each.is_new_def:
                yield name
            case AssignmentStmt(lvalues=lvalues):
                for lvalue in lvalues:
                    yield from _names_in(lvalue)
            case OperatorAssignmentStmt(lvalue=lvalue) | ForStmt(index=lvalue) | DelStmt(expr=lvalue):
                yield from _names_in(lvalue)
            case WithStmt(target=targets):
                for target in targets:
                    if target is not None:
                        yield from _names_in(target)
            case TryStmt(vars=names):
                for variable in names:
                    if variable is not None:
                        yield from _names_in(variable)
            case AssignmentExpr(target=target):
                yield from _names_in(target)
            case MatchStmt(patterns=patterns):
                for variable in captured_variables(patterns):
                    yield variable.name
            case FuncDef(name=name) | ClassDef(name=name):
                yield name
                continue
        if isinstance(each, Node):
            left += children(each)


def _names_in(node: Node) -> Iterator[str]:
    if isinstance(node, NameExpr):
        yield node.name
    elif not isinstance(node, IndexExpr | MemberExpr):
        for child in children(node):
            if isinstance(child, Node):
                yield from _names_in(child)


def changed_elsewhere(body: Block) -> Iterator[str]:
    """The names that a function shares with others, or assigns within an expression."""
    left: list[object] = [body]
    while left:
        each = left.pop()
        match each:
            case GlobalDecl(names=names) | NonlocalDecl(names=names):
                yield from names
            case AssignmentExpr(target=target):
                yield from _names_in(target)
        if isinstance(each, Node):
            left += children(each)
