"""The call by which assigned values pass, ``_Assigned()(value)``: mypy asks no hook about an assignment itself."""

from __future__ import annotations

from typing import TypeGuard

from mypy.nodes import ARG_POS, CallExpr, Expression, MypyFile, TempNode, TypeInfo
from mypy.types import Instance, get_proper_type

from ..jax_names import ARRAY_MODULE

NAME = "_Assigned"
MARKER = f"{ARRAY_MODULE}.{NAME}"
CALL = f"{MARKER}.__call__"
"""The method that is called."""


def marker_class(modules: dict[str, MypyFile]) -> TypeInfo | None:
    """The class of the marker, if the program has arrays at all."""
    module = modules.get(ARRAY_MODULE)
    symbol = module.names.get(NAME) if module is not None else None
    return symbol.node if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def marked(marker: TypeInfo, value: Expression) -> CallExpr:
    """A call of the marker with a value, which stands where the value stands."""
    call = CallExpr(TempNode(Instance(marker, []), context=value), [value], [ARG_POS], [None])
    call.set_line(value)
    return call


def is_marked(value: Expression) -> TypeGuard[CallExpr]:
    """Whether an expression is a call of the marker."""
    if not isinstance(value, CallExpr) or not isinstance(value.callee, TempNode):
        return False
    marker = get_proper_type(value.callee.type)
    return isinstance(marker, Instance) and marker.type.fullname == MARKER


def inner_value(value: Expression) -> Expression:
    """The program's own value in a call of the marker; any other as it is."""
    return value.args[0] if is_marked(value) else value
