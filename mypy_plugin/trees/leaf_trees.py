"""Pytrees with one type for each leaf: ``{"loss": float32, "step": int32}``, where mypy has one type for a whole dict.

A tree is read from the container literal in the program, or else from the type of the expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    DictExpr,
    Expression,
    IntExpr,
    ListExpr,
    MemberExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import AttributeContext, CheckerPluginInterface
from mypy.subtypes import is_same_type
from mypy.types import Instance, NoneType, TupleType, Type, TypedDictType

from ..any_type import ANYTHING
from ..mypy_compat.expressions import stored_type
from ..types.array_types import unfolded
from ..types.operands import as_array, dtypes_of
from ..types.tuples import named_tuple_fields
from ..variables.number_classes import shown_number

CONTAINERS = ("builtins.dict", "builtins.list")
TYPED_DICT = "typing._TypedDict"
"""mypy's class for dicts with one type for each key."""


@dataclass(frozen=True)
class Leaf:
    """A leaf of a tree, or a part that nothing is known of.

    Attributes:
        type: its type; an `AnyType` if it is unknown.
        expression: the expression that makes it, if the tree is written out.
    """

    type: Type
    expression: Expression | None = None


@dataclass(frozen=True)
class Node:
    """A tuple, list or dict.

    Attributes:
        kind: ``"tuple"``, ``"list"`` or ``"dict"``, or the name of a named tuple's class.
        children: the children by the text that selects each: ``[0]``, ``["loss"]``, ``.loss``.
        type: mypy's type of the whole.
        is_alike: whether one child stands for any number of children, ``[...]``.
        is_partial: whether there may be further children.
    """

    kind: str
    children: dict[str, Tree]
    type: Type
    is_alike: bool = False
    is_partial: bool = False


Tree: TypeAlias = Leaf | Node


def tree_of(api: CheckerPluginInterface, t: Type, expression: Expression | None) -> Tree:
    """The tree of an expression's value.

    Args:
        api: mypy's type checker.
        t: the type of the expression.
        expression: the expression, which mypy has checked; None if only the type is known.
    """
    if isinstance(expression, TempNode):  # which stands for a type, and is written nowhere
        expression = None
    match expression:
        case TupleExpr(items=items) if not _is_starred(items):
            return Node("tuple", {f"[{i}]": _part(api, item) for i, item in enumerate(items)}, t)
        case ListExpr(items=items) if items and not _is_starred(items):
            return Node("list", {f"[{i}]": _part(api, item) for i, item in enumerate(items)}, t)
        case DictExpr(items=pairs) if pairs:
            children, is_partial = _dict_children(api, pairs)
            if children:
                return Node("dict", children, t, is_partial=is_partial)
        case CallExpr(callee=callee):
            made = _named_tuple(api, t, expression, callee)
            if made is not None:
                return made
    if expression is not None:
        t = shown_number(api, t, expression)
    return _tree_of_type(t, expression)


def _is_starred(items: list[Expression]) -> bool:
    return any(isinstance(item, StarExpr) for item in items)


def _part(api: CheckerPluginInterface, expression: Expression) -> Tree:
    stored: Type | None = stored_type(api, expression)
    return tree_of(api, ANYTHING if stored is None else stored, expression)


def _dict_children(
    api: CheckerPluginInterface, pairs: list[tuple[Expression | None, Expression]]
) -> tuple[dict[str, Tree], bool]:
    """The children of a dict that is written out, and whether there may be others, whose keys are unknown."""
    children: dict[str, Tree] = {}
    is_partial = False
    for key, value in pairs:
        match key:
            case StrExpr(value=text):
                children[f'["{text}"]'] = _part(api, value)
            case IntExpr(value=number):
                children[f"[{number}]"] = _part(api, value)
            case _:
                inner = _part(api, value) if key is None else None
                if isinstance(inner, Node) and inner.kind == "dict" and not inner.is_alike:
                    children |= inner.children
                    is_partial = is_partial or inner.is_partial
                else:  # which may have any of the keys before
                    children, is_partial = {}, True
    return children, is_partial


def _named_tuple(api: CheckerPluginInterface, t: Type, call: CallExpr, callee: Expression) -> Tree | None:
    """The tree of ``State(loss, step=0)`` or ``state._replace(step=0)``, where `State` is a named tuple."""
    proper = unfolded(t)
    fields = named_tuple_fields(proper) if isinstance(proper, TupleType) else None
    is_plain = all(kind in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds)
    if not isinstance(proper, TupleType) or fields is None or not is_plain:
        return None
    children = {f".{name}": _tree_of_type(item, None) for name, item in zip(fields, proper.items, strict=True)}
    if isinstance(callee, MemberExpr) and callee.name == "_replace":
        before = _part(api, callee.expr)
        children |= before.children if isinstance(before, Node) else {}
    elif not isinstance(callee, RefExpr) or callee.node is not proper.partial_fallback.type:
        return None
    for position, (argument, name) in enumerate(zip(call.args, call.arg_names, strict=True)):
        children[f".{name or fields[position]}"] = _part(api, argument)
    return Node(proper.partial_fallback.type.name, children, t)


def field_type(ctx: AttributeContext) -> Type:
    """Attribute hook of a named tuple's field: of an array that is declared without a dtype, the type of the item."""
    fields = named_tuple_fields(ctx.type) if isinstance(ctx.type, TupleType) else None
    if not isinstance(ctx.type, TupleType) or fields is None or not isinstance(ctx.context, MemberExpr):
        return ctx.default_attr_type
    item = ctx.type.items[fields.index(ctx.context.name)] if ctx.context.name in fields else ANYTHING
    declared = unfolded(ctx.default_attr_type)
    is_open = isinstance(declared, Instance) and as_array(declared) is not None and dtypes_of(declared) is None
    return item if is_open and dtypes_of(item) is not None and not ctx.is_lvalue else ctx.default_attr_type


def _tree_of_type(t: Type, expression: Expression | None) -> Tree:
    """The pytree of a type. Its leaves have no expressions, unless the whole tree is one leaf."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        kind = proper.partial_fallback.type.name
        fields = named_tuple_fields(proper)
        if fields is not None:
            pairs = zip(fields, proper.items, strict=True)
            return Node(kind, {f".{name}": _tree_of_type(item, None) for name, item in pairs}, t)
        if kind != "tuple":
            return Leaf(ANYTHING, expression)
        children = {f"[{i}]": _tree_of_type(item, None) for i, item in enumerate(proper.items)}
        return Node("tuple", children, t)
    if isinstance(proper, TypedDictType):
        return Node("dict", {f'["{key}"]': _tree_of_type(item, None) for key, item in proper.items.items()}, t)
    if isinstance(proper, NoneType):
        return Node("None", {}, t)
    if isinstance(proper, Instance) and proper.type.fullname in CONTAINERS:
        return Node(proper.type.name, {"[...]": _tree_of_type(proper.args[-1], None)}, t, is_alike=True)
    return Leaf(t, expression)


def changed(tree: Tree, change: Callable[[str, Leaf], Type], path: str = "") -> Tree:
    """A tree with other types for its leaves.

    Args:
        tree: the tree.
        change: returns the new type for a path and its leaf.
        path: the path of the tree within a larger tree.
    """
    if isinstance(tree, Leaf):
        return Leaf(change(path, tree), tree.expression)
    children = {key: changed(child, change, path + key) for key, child in tree.children.items()}
    return replace(tree, children=children)


def type_of_tree(api: CheckerPluginInterface, tree: Tree) -> Type:
    """The type of a variable that holds a tree: mypy's own if the leaves are alike, else one type for each leaf."""
    if isinstance(tree, Leaf):
        return tree.type
    types = [type_of_tree(api, child) for child in tree.children.values()]
    proper = unfolded(tree.type)
    if tree.kind == "None":
        return tree.type
    if tree.is_partial:
        return ANYTHING
    if isinstance(proper, TupleType) and len(proper.items) == len(types):
        return proper.copy_modified(items=types)
    is_uniform = bool(types) and all(is_same_type(types[0], t) for t in types)
    if tree.kind == "dict":
        keys = [key[2:-2] for key in tree.children]
        is_named = all(key.startswith('["') for key in tree.children)
        if is_uniform:
            if isinstance(proper, Instance) and proper.type.fullname in CONTAINERS:
                return proper.copy_modified(args=[*proper.args[:-1], types[0]])
        elif is_named:
            fallback = api.named_generic_type(TYPED_DICT, [])
            return TypedDictType(dict(zip(keys, types, strict=True)), set(keys), set(), fallback)
        return ANYTHING
    if tree.kind == "list" and is_uniform:
        return api.named_generic_type("builtins.list", [types[0]])
    if tree.kind in ("list", "tuple"):
        return TupleType(types, api.named_generic_type("builtins.tuple", [ANYTHING]))
    return ANYTHING


def pairs_of(one: Tree, other: Tree, path: str = "") -> Iterator[tuple[str, Leaf, Leaf]]:
    """The leaves of two trees that are in the same place; none where the trees differ."""
    if isinstance(one, Leaf) and isinstance(other, Leaf):
        yield path, one, other
    elif isinstance(one, Node) and isinstance(other, Node):
        if one.is_alike and other.is_alike:
            yield from pairs_of(one.children["[...]"], other.children["[...]"], f"{path}[...]")
        elif one.is_alike or other.is_alike:
            alike, written = (one, other) if one.is_alike else (other, one)
            for key, child in written.children.items():
                whole = alike.children["[...]"]
                yield from pairs_of(*((whole, child) if one.is_alike else (child, whole)), path + key)
        elif one.is_partial or other.is_partial or one.children.keys() == other.children.keys():
            for key, child in one.children.items():
                if key in other.children:
                    yield from pairs_of(child, other.children[key], path + key)
