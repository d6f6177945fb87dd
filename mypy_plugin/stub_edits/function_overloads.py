"""Removes the overloads that encode dtypes from the stubs' functions, and keeps the general overloads.

The removed overloads are for checkers without the plugin. Trying each of them would take mypy most of its time.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    AssignmentStmt,
    Decorator,
    FuncDef,
    IntExpr,
    NameExpr,
    OverloadedFuncDef,
    OverloadPart,
    Statement,
    SymbolTable,
    SymbolTableNode,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import ClassDefContext
from mypy.types import CallableType, Type, UnboundType

from ..jax_names import OPERANDS
from ..mypy_compat.modules import set_full_name


def general_functions(ctx: ClassDefContext) -> None:
    """Base-class hook of the class in which a stub lists its functions and the positions of their general overloads."""
    tree = ctx.api.modules[ctx.cls.info.module_name]
    for statement in ctx.cls.defs.body:
        if not isinstance(statement, AssignmentStmt) or not isinstance(statement.rvalue, TupleExpr):
            continue
        [target] = statement.lvalues
        if not isinstance(target, NameExpr) or target.name not in tree.names:
            continue
        general = [item.value for item in statement.rvalue.items if isinstance(item, IntExpr)]
        node = tree.names[target.name].node
        if isinstance(node, TypeInfo):
            if "__call__" not in node.names:  # it is the private outer class of the class with the call
                node = next(inner for symbol in node.names.values() if isinstance(inner := symbol.node, TypeInfo))
            keep_overloads(node.names, node.defn.defs.body, "__call__", general)
        else:
            keep_overloads(tree.names, tree.defs, target.name, general)


def keep_overloads(names: SymbolTable, body: list[Statement], name: str, positions: Sequence[int]) -> None:
    """Keep the overloads at some positions; a function with one remaining overload becomes a plain function.

    mypy analyzes functions after all classes, so the remaining overloads get their types later.
    """
    place = next((i for i, d in enumerate(body) if isinstance(d, OverloadedFuncDef) and d.name == name), None)
    node = body[place] if place is not None else None
    if place is None or not isinstance(node, OverloadedFuncDef) or len(node.items) <= len(positions):
        return
    general_items: list[OverloadPart] = [node.items[position] for position in positions]
    for item in general_items:
        if isinstance(item, Decorator):
            name_operands(item.func)
    if len(general_items) > 1:
        node.items, node.unanalyzed_items = general_items, list(general_items)
        return
    [item] = general_items
    if isinstance(item, Decorator):
        item.func.is_overload = item.func.is_decorated = False
        item.func.info = node.info
        set_full_name(item.func, node.fullname)
        body[place] = item.func
        if name in names:  # the name is missing in a class whose body mypy has not analyzed yet
            symbol = names[name]
            names[name] = SymbolTableNode(
                symbol.kind, item.func, module_public=symbol.module_public, module_hidden=symbol.module_hidden
            )


def name_operands(function: FuncDef) -> None:
    """Annotate operands as `ArrayLike` where a generated overload uses type variables with this bound.

    The type variables are for pyright. mypy would report a wrong argument as an invalid value of a type variable, which
    users don't know.
    """
    for kind in (function.type, function.unanalyzed_type):
        if isinstance(kind, CallableType):
            kind.arg_types = [_without_variable(arg_type) for arg_type in kind.arg_types]


def _without_variable(arg_type: Type) -> Type:
    """The annotation of a parameter, with `ArrayLike` in place of an operand's type variable."""
    if isinstance(arg_type, UnboundType) and arg_type.name in OPERANDS:
        return UnboundType("ArrayLike", line=arg_type.line, column=arg_type.column)
    return arg_type
