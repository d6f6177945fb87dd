"""Values that are one of several containers, whose arrays have different dtypes: ``state or {"count": count}``.

In plain JAX code both containers have one type. With dtypes their type is a union, and mypy accepts a new item only if
each member of the union accepts it. So such a union becomes one container of arrays of unknown dtype.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, ConditionalExpr, Expression, LambdaExpr, OpExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, TupleType, Type, UnionType

from ..syntax_tree import nodes_in
from ..types.array_types import holds_containers, unfolded, with_items, without_dtypes
from ..types.operands import array_info
from ..variables.written_values import items_of


def has_alternatives(value: Expression) -> bool:
    """Whether a value, or a part of it, may be one of several containers, by its form."""
    return any(_is_alternative(node) for node in nodes_in([value], LambdaExpr))


def _is_alternative(node: object) -> bool:
    match node:
        case ConditionalExpr() | OpExpr(op="or" | "and"):
            return True
        case CallExpr(args=[*_, default]):  # state.get("ema", {"w": w})
            return makes_container(default)
    return False


def makes_container(value: Expression) -> bool:
    """Whether an expression makes a container with items."""
    return any(True for _ in items_of(value))


def merged(t: Type) -> Type:
    """A type in whose unions the containers have no dtypes, if a union has several."""
    if not holds_containers(t):
        return t
    proper = unfolded(t)
    if isinstance(proper, UnionType):
        return _merged_union(proper)
    if isinstance(proper, TupleType):
        items = [merged(item) for item in proper.items]
        is_same = all(new is old for new, old in zip(items, proper.items, strict=True))
        return t if is_same else with_items(proper, items)
    if isinstance(proper, Instance) and array_info(proper.type) is None:
        arguments = [merged(argument) for argument in proper.args]
        is_same = all(new is old for new, old in zip(arguments, proper.args, strict=True))
        return t if is_same else proper.copy_modified(args=arguments)
    return t


def with_merged_items(api: CheckerPluginInterface, iterable: Type) -> Type:
    """The type of an iterable; a tuple of several containers with different dtypes gets one type for its items."""
    proper = unfolded(iterable)
    if not isinstance(proper, TupleType) or sum(map(holds_containers, proper.items)) < 2:
        return iterable
    union = UnionType.make_union([*dict.fromkeys(proper.items)])
    item = merged(union)
    return iterable if item is union else api.named_generic_type("builtins.tuple", [item])


def _merged_union(union: UnionType) -> Type:
    """A union in which containers have no dtypes if several members are containers."""
    if sum(map(holds_containers, union.items)) == 1:
        return UnionType.make_union([merged(item) for item in union.items])
    return UnionType.make_union(
        [*dict.fromkeys(without_dtypes(item) if holds_containers(item) else item for item in union.items)]
    )
