"""Finds the operator that gives a value another dtype than the declared one, for a note below mypy's error."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    Argument,
    AssignmentExpr,
    AssignmentStmt,
    Expression,
    FuncDef,
    NameExpr,
    Node,
    OpExpr,
    Statement,
    Var,
)
from mypy.plugin import CheckerPluginInterface

from ...jaxtyping.names import annotation_name
from ..mypy_compat import stored_type
from ..source_text import source_text
from ..syntax_tree import children
from ..types.operands import dtypes_of
from ..variables.assignment_marker import inner_value

MOST_STEPS = 8
"""The number of variables and operators that are followed."""


def promoting_operator(
    api: CheckerPluginInterface, value: Expression, path: Sequence[Node], accepted: frozenset[str]
) -> str | None:
    """A sentence about the operator that gives a value a dtype that is not accepted, if one of its operands has one."""
    for _ in range(MOST_STEPS):
        if isinstance(value, NameExpr):
            assigned = _only_value(value, path)
        elif isinstance(value, OpExpr):
            left, right, result = (_dtypes(api, each) for each in (value.left, value.right, value))
            if not (left and right and result):
                return None
            if accepted.issuperset(left) or accepted.issuperset(right):
                text = source_text(api, value) or f"... {value.op} ..."
                return f'"{text}" promotes {_shown(left)} and {_shown(right)} to {_shown(result)}'
            assigned = value.left if isinstance(value.left, OpExpr | NameExpr) else value.right
        else:
            return None
        if assigned is None:
            return None
        value = assigned
    return None


def _dtypes(api: CheckerPluginInterface, value: Expression) -> tuple[str, ...] | None:
    """The dtypes that mypy knows of a value it has checked."""
    stored = stored_type(api, value)
    return None if stored is None else dtypes_of(stored)


def _shown(dtypes: Sequence[str]) -> str:
    """Some dtypes as a message names them."""
    return dtypes[0] if len(dtypes) == 1 else annotation_name(dtypes) or " or ".join(dtypes)


def _only_value(name: NameExpr, path: Sequence[Node]) -> Expression | None:
    """The value of a local variable that its function assigns once; None for any other name."""
    function = next((node for node in reversed(path) if isinstance(node, FuncDef)), None)
    if function is None or not isinstance(name.node, Var):
        return None
    values: list[Expression | None] = []
    left: list[Node | Argument] = [function.body]
    while left:
        node = left.pop()
        left += children(node)
        if isinstance(node, AssignmentStmt) and name.node in map(_variable, node.lvalues):
            values.append(inner_value(node.rvalue))
        elif not isinstance(node, AssignmentStmt) and isinstance(node, Statement | AssignmentExpr):
            targets = [getattr(node, attribute, None) for attribute in ("lvalue", "index", "target")]
            values += [None for target in targets if _variable(target) is name.node]
    return values[0] if len(values) == 1 else None


def _variable(target: object) -> object:
    """The variable that is assigned; None for any other target."""
    return target.node if isinstance(target, NameExpr) else None
