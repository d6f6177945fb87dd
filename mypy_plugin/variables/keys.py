"""Keys that identify variables and attributes in a file, and the targets of statements that assign or delete them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from mypy.nodes import (
    MDEF,
    Argument,
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    DelStmt,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    StarExpr,
    TryStmt,
    TupleExpr,
    Var,
    WithStmt,
)
from mypy.patterns import AsPattern, MappingPattern, StarredPattern

from ..syntax_tree import children
from .assignment_marker import inner_value

Function: TypeAlias = FuncDef | LambdaExpr | None
"""The function that contains a statement; None for statements of the module and of its classes."""

Key: TypeAlias = str
"""Identifies a variable or attribute.

A variable's key is its name and the position of its first assignment, since mypy's daemon creates new objects for
variables. An attribute's key is its name after a dot, whatever object it belongs to.
"""


def key_of(lvalue: Expression) -> Key | None:
    """The key of the variable or attribute that an expression names, or None."""
    match lvalue:
        case NameExpr(node=Var() as var):
            return f".{var.name}" if lvalue.kind == MDEF else key_of_variable(var)
        case MemberExpr(name=name):
            return f".{name}"
    return None


def key_of_variable(var: Var) -> Key:
    """The key of a variable; attributes have other keys."""
    return f"{var.fullname}:{var.line}:{var.column}"


def flattened(lvalues: Iterable[Expression]) -> Iterator[Expression]:
    """The single targets in lvalues, which may be nested tuples and lists."""
    for lvalue in lvalues:
        if isinstance(lvalue, TupleExpr | ListExpr):
            yield from flattened(lvalue.items)
        else:
            yield lvalue.expr if isinstance(lvalue, StarExpr) else lvalue


def paired(lvalue: Expression, value: Expression) -> Iterator[tuple[Expression, Expression]]:
    """The targets of an assignment, each with its value, as far as nested tuples and lists are written out."""
    if (
        isinstance(lvalue, TupleExpr | ListExpr)
        and isinstance(value, TupleExpr | ListExpr)
        and len(lvalue.items) == len(value.items)
        and not any(isinstance(item, StarExpr) for item in (*lvalue.items, *value.items))
    ):
        for target, item in zip(lvalue.items, value.items, strict=True):
            yield from paired(target, inner_value(item))
    else:
        yield lvalue, value


def targets_of(node: Node | Argument) -> Iterator[Expression]:
    """The single targets that a statement or expression itself assigns or deletes."""
    match node:
        case AssignmentStmt(lvalues=targets):
            yield from flattened(targets)
        case (
            ForStmt(index=target)
            | AssignmentExpr(target=target)
            | OperatorAssignmentStmt(lvalue=target)
            | DelStmt(expr=target)
        ):
            yield from flattened([target])
        case WithStmt(target=optional_targets) | TryStmt(vars=optional_targets):
            yield from flattened([target for target in optional_targets if target is not None])
        case MatchStmt(patterns=patterns):
            yield from captured_variables(patterns)


def captured_variables(patterns: Iterable[Node]) -> Iterator[NameExpr]:
    """The variables that patterns assign."""
    pending: list[Node | Argument] = [*patterns]
    while pending:
        match pattern := pending.pop():
            case AsPattern(name=NameExpr() as name) | StarredPattern(capture=NameExpr() as name):
                yield name
            case MappingPattern(rest=NameExpr() as name):
                yield name
        pending += children(pattern)


def root_of(expression: Expression) -> Key | None:
    """The key of the variable or attribute that an expression names, indexes, or calls a method of."""
    return key_of(root_place(expression))


def root_place(expression: Expression) -> Expression:
    """The variable or attribute that an expression names, indexes, or calls a method of; or another expression."""
    match expression:
        case IndexExpr(base=inner) | CallExpr(callee=MemberExpr(expr=inner)):
            return root_place(inner)
    return expression


def is_inferred(lvalue: Expression) -> bool:
    """Whether an lvalue is the first assignment of a variable whose type mypy has yet to infer."""
    return isinstance(lvalue, NameExpr | MemberExpr) and lvalue.is_inferred_def
