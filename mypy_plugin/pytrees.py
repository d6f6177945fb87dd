"""Trees of arrays: ``jax.tree.map``, and what loops carry.

In stubs `map` takes overloads, and mypy checks a lambda anew for each of them. So of these the plugin keeps the last,
which takes anything, and asks the function itself what it makes of the leaves.
"""

from __future__ import annotations

from mypy.nodes import ARG_POS, ARG_STAR, CallExpr, DictExpr, Expression, ListExpr, RefExpr, TempNode, TupleExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UninhabitedType,
    get_proper_type,
)

from .operands import as_array

TREE_MAPS = ("jax._src.tree.map", "jax._src.tree_util.tree_map")
"""The function by the names of its definitions."""
LOOPS = tuple(f"jax._src.lax.control_flow.loops.{name}" for name in ("fori_loop", "scan", "while_loop"))
"""The functions that return what they are given first, after the last turn."""
CONTAINERS = ("builtins.dict", "builtins.list")
"""The classes that are nodes of a tree and have their children's type as the last type argument."""
_ANY = AnyType(TypeOfAny.special_form)


def mapped_tree(ctx: FunctionContext) -> Type:
    """Function hook: a tree of results, where the tree is one of arrays in lists, tuples and dicts."""
    functions, trees, _, *others = ctx.arg_types
    if len(functions) != 1 or len(trees) != 1 or any(ARG_STAR in kinds for kinds in ctx.arg_kinds) or any(others):
        return ctx.default_return_type
    tree, *rest = (
        _tree(ctx, *given) for given in zip(ctx.args[1] + ctx.args[2], trees + ctx.arg_types[2], strict=True)
    )
    result = _mapped(ctx, _callee(ctx.args[0][0], functions[0]), tree, rest)
    expected = ctx.api.type_context[-1]
    if result is None or (expected is not None and not is_subtype(result, expected)):
        return ctx.default_return_type  # a list of a wider type is expected, which a new list may well be
    return result


def _tree(ctx: FunctionContext, expression: Expression, t: Type) -> Type:
    """The type of a tree; a display's by itself, since as an argument that may be anything its items are unknown."""
    if not isinstance(expression, DictExpr | ListExpr | TupleExpr):
        return t
    with ctx.api.msg.filter_errors():
        return ctx.api.get_expression_type(expression)


def _callee(function: Expression, t: Type) -> Expression | None:
    """What to call to see what the function returns: itself by its name, or something of its type."""
    proper = get_proper_type(t)
    if isinstance(proper, CallableType) and isinstance(get_proper_type(proper.ret_type), UninhabitedType):
        return None  # mypy would take for unreachable what follows
    return function if isinstance(function, RefExpr) else TempNode(t, context=function)


def _mapped(ctx: FunctionContext, callee: Expression | None, tree: Type, rest: list[Type]) -> Type | None:
    """The tree after the function, and None if not all its leaves are known."""
    proper = get_proper_type(tree)
    others = [get_proper_type(other) for other in rest]
    if isinstance(proper, TupleType) and proper.partial_fallback.type.fullname == "builtins.tuple":
        items = [_mapped(ctx, callee, t, [_item(o, i) for o in others]) for i, t in enumerate(proper.items)]
        known = [item for item in items if item is not None]
        return proper.copy_modified(items=known) if len(known) == len(items) else None
    if not isinstance(proper, Instance) or callee is None:
        return None
    if as_array(proper) is not None:
        return _called(ctx, callee, [tree, *rest])
    if proper.type.fullname in CONTAINERS:
        values = [o.args[-1] if isinstance(o, Instance) and o.type is proper.type else _ANY for o in others]
        value = _mapped(ctx, callee, proper.args[-1], values)
        return None if value is None else proper.copy_modified(args=[*proper.args[:-1], value])
    return None


def _item(t: ProperType, position: int) -> Type:
    return t.items[position] if isinstance(t, TupleType) and position < len(t.items) else _ANY


def _called(ctx: FunctionContext, callee: Expression, leaves: list[Type]) -> Type | None:
    """What a call with some leaves returns; None if that is not known, or if it is an error."""
    call = CallExpr(callee, [TempNode(t) for t in leaves], [ARG_POS] * len(leaves), [None] * len(leaves))
    call.set_line(ctx.context)
    with ctx.api.msg.filter_errors() as errors:
        result = ctx.api.get_expression_type(call)
    unknown = errors.has_new_errors() or isinstance(get_proper_type(result), AnyType)
    return None if unknown else result


def carried(ctx: FunctionContext) -> Type:
    """Function hook of a loop: of items that mypy has joined to `object` nothing is known, so nothing is an error."""
    return _without_joins(ctx.default_return_type)


def _without_joins(t: Type) -> Type:
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_without_joins(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname == "builtins.object":
        return _ANY
    return proper.copy_modified(args=[_without_joins(argument) for argument in proper.args]) if proper.args else t
