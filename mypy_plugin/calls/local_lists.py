"""Finds a function's variables that hold lists which nobody changes: ``arrays = [jnp.asarray(x) for x in args]``."""

from __future__ import annotations

from collections import Counter

from mypy.nodes import (
    ARG_STAR,
    Argument,
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncItem,
    GeneratorExpr,
    NameExpr,
    Node,
    RefExpr,
    StarExpr,
    Var,
)

from ..syntax_tree import children
from ..variables.assignment_marker import inner_value
from ..variables.keys import targets_of

READERS = frozenset(f"builtins.{name}" for name in ("enumerate", "iter", "len", "list", "tuple", "zip"))
"""The functions of Python that only read a list and keep no reference to it."""


def variables_only_read(function: FuncItem) -> frozenset[Var]:
    """The variables of a function that are assigned, and otherwise only used in ways that do not change a list."""
    uses: Counter[Var] = Counter()
    harmless: Counter[Var] = Counter()
    pending: list[Node | Argument] = [function.body]
    while pending:
        node = pending.pop()
        if isinstance(node, NameExpr) and isinstance(node.node, Var):
            uses[node.node] += 1
        for expression in _harmless_uses(node):
            used = inner_value(expression)
            if isinstance(used, NameExpr) and isinstance(used.node, Var):
                harmless[used.node] += 1
        pending += children(node)
    return frozenset(variable for variable, count in uses.items() if harmless[variable] == count)


def _harmless_uses(node: Node | Argument) -> list[Expression]:
    """The variables in a node's children that the node assigns as a whole, or only reads."""
    match node:
        case AssignmentStmt():
            return [target for target in targets_of(node) if isinstance(target, NameExpr)]
        case ForStmt(expr=rows):
            return [rows]
        case GeneratorExpr(sequences=sequences):
            return [*sequences]
        case StarExpr(expr=rows):
            return [rows]
        case CallExpr(callee=RefExpr(fullname=name), args=arguments) if name in READERS:
            return arguments
        case CallExpr(args=arguments, arg_kinds=kinds):
            return [argument for argument, kind in zip(arguments, kinds, strict=True) if kind is ARG_STAR]
    return []
