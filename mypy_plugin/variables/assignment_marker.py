"""Builds the marker call ``_Assigned()(value)`` around an assigned value, since mypy has no hook for assignments.

`followed_values` inserts the calls, and `assigned_values` has their hooks.
"""

from __future__ import annotations

from typing import TypeGuard

from mypy.nodes import ARG_POS, CallExpr, Expression, ListExpr, MypyFile, TempNode, TupleExpr, TypeInfo
from mypy.types import Instance, get_proper_type

from ..jax_names import ARRAY_MODULE

NAME = "_Assigned"
MARKER = f"{ARRAY_MODULE}.{NAME}"
CALL = f"{MARKER}.__call__"
"""The full name of the method that a marker call invokes."""


def marker_class(modules: dict[str, MypyFile]) -> TypeInfo | None:
    """The class of the marker, or None if the program does not load the stubs."""
    module = modules.get(ARRAY_MODULE)
    symbol = module.names.get(NAME) if module is not None else None
    return symbol.node if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def marked(marker: TypeInfo, value: Expression) -> CallExpr:
    """A marker call around a value, at the value's position in the file."""
    call = CallExpr(TempNode(Instance(marker, []), context=value), [value], [ARG_POS], [None])
    call.set_line(value)
    return call


def is_marked(value: Expression) -> TypeGuard[CallExpr]:
    """Whether an expression is a marker call."""
    if not isinstance(value, CallExpr) or not isinstance(value.callee, TempNode):
        return False
    marker = get_proper_type(value.callee.type)
    return isinstance(marker, Instance) and marker.type.fullname == MARKER


def inner_value(value: Expression) -> Expression:
    """The program's own value inside a marker call; any other expression is returned unchanged."""
    return value.args[0] if is_marked(value) else value


def items_around(literal: Expression, value: Expression) -> list[Expression] | None:
    """The items of a tuple or list literal, or of one nested in it, that include a value, perhaps in a marker call."""
    if not isinstance(literal, TupleExpr | ListExpr):
        return None
    for item in literal.items:
        if inner_value(item) is value:
            return literal.items
    return next((items for item in literal.items if (items := items_around(item, value)) is not None), None)
