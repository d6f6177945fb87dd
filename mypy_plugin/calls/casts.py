"""Keeps the dtype of a value in ``cast(Array, x)`` while mypy checks a body for a call.

A cast to a type without a dtype would make the dtype unknown, and mypy calls no hook for it. So in a syntax tree that
is read for such checks, each cast becomes a call of the function `typing.cast`.
"""

from __future__ import annotations

from mypy.nodes import Argument, CallExpr, CastExpr, MypyFile, Node, TempNode
from mypy.plugin import FunctionContext
from mypy.types import Type

from ..syntax_tree import children
from .results import is_open, refined

CAST = "typing.cast"
"""The full name of the function."""


def replace_casts(tree: MypyFile) -> None:
    """Replace each cast to a type that leaves dtypes open by a call, whose first argument has that type."""
    pending: list[Node | Argument] = [*tree.defs]
    while pending:
        node = pending.pop()
        if isinstance(node, CallExpr) and isinstance(node.analyzed, CastExpr) and is_open(node.analyzed.type):
            node.args[0] = TempNode(node.analyzed.type, context=node)
            node.analyzed = None
        pending += children(node)


def cast_type(ctx: FunctionContext) -> Type:
    """The function hook of `typing.cast`: the type that the call names, with the dtypes of the value."""
    (declared, *_), (given, *_) = ctx.arg_types
    return refined(declared, given) or declared
