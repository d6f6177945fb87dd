"""Infers lists and dicts of containers whose arrays have different dtypes: ``[[weights], [counts]]``.

mypy joins two lists to `object` if their item types differ. In plain JAX code, the item types are the same, since JAX's
own array class has no dtype. So containers in an assigned value have no dtypes, and where mypy's join is `object`, this
module joins the items without their dtypes.

An array and a container of arrays, ``{"w": x, "layer": {"w": y}}``, have no class in common. Their join is `Any`, as it
is in plain JAX code that gets one of them from a function without types.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.join import join_type_list
from mypy.nodes import CallExpr, DictExpr, Expression, IndexExpr, ListExpr, RefExpr, SetExpr, StarExpr, TupleExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, UnionType

from ..any_type import ANYTHING
from ..mypy_compat.expressions import holds_any
from ..types.array_types import any_part, holds_arrays, holds_containers, unfolded, with_items, without_dtypes
from ..types.expression_types import type_without_context
from ..types.operands import as_array

MOST_ITEMS = 50
"""The largest number of items of a literal that is joined. Longer literals are data, and keep mypy's type."""
CONTAINER_LITERALS = (ListExpr, SetExpr, DictExpr, TupleExpr)


def may_be_joined(value: Expression) -> bool:
    """Whether a value is a container literal with several items, including containers."""
    items = _literal_items(value)
    return 1 < len(items) <= MOST_ITEMS and any(
        isinstance(item, (*CONTAINER_LITERALS, RefExpr, CallExpr)) for item in items
    )


def joined(api: CheckerPluginInterface, value: Expression, t: Type) -> Type:
    """The type of a value whose containers have no dtypes, with a join in place of `object`.

    Args:
        api: the type checker.
        value: the value.
        t: the type that mypy infers for it.
    """
    proper = unfolded(t)
    items = _literal_items(value)
    if isinstance(value, IndexExpr) and _has_object(t) and (read := _literal_items(value.base)):
        return _join([type_without_context(api, item) for item in read]) or t  # {"w": x, "layer": {"w": y}}["w"]
    if isinstance(proper, TupleType):
        pairs = zip(items, proper.items, strict=True) if len(items) == len(proper.items) else ()
        new = [joined(api, item, each) for item, each in pairs] or [*map(_opened, proper.items)]
        return t if new == proper.items else with_items(proper, new)
    if isinstance(proper, Instance) and proper.args and items and _is_wide(proper.args[-1]):
        join = _join([joined(api, item, type_without_context(api, item)) for item in items])
        return t if join is None else proper.copy_modified(args=[*proper.args[:-1], join])
    return _opened(t)


def joined_tuple(api: CheckerPluginInterface, t: Type) -> Type:
    """The type of a value to iterate over: a tuple of containers that mypy would join to `object` gets their join."""
    proper = unfolded(t)
    if not isinstance(proper, TupleType) or not _has_object(join_type_list(proper.items)):
        return t
    join = _join(proper.items)
    return t if join is None else api.named_generic_type("builtins.tuple", [join])


def _opened(t: Type) -> Type:
    """A type without dtypes if it holds containers."""
    return without_dtypes(t) if holds_containers(t) else t


def _join(types: Sequence[Type]) -> Type | None:
    """The join of items without their dtypes; None if an item holds no arrays."""
    if not any(map(holds_arrays, types)) or not all(holds_arrays(each) or _holds_any(each) for each in types):
        return None
    join: Type = join_type_list([without_dtypes(each) for each in types])
    return ANYTHING if _is_wide(join) or len({_kinds(each) for each in types}) > 1 else join


def _holds_any(t: Type) -> bool:
    """Whether a type is or contains `Any`; mypy's own test leaves out `ANYTHING`."""
    return holds_any(t) or any_part(t, lambda part: True if isinstance(part, AnyType) else None)


def _is_wide(t: Type) -> bool:
    """Whether a type contains `object`, or is a union of an array and a container of arrays."""
    return _has_object(t) or len(_kinds(t)) > 1


def _kinds(t: Type) -> frozenset[bool]:
    """For each union member that is or holds an array: whether the member is an array."""
    proper = unfolded(t)
    members = map(unfolded, proper.items if isinstance(proper, UnionType) else [proper])
    return frozenset(isinstance(m, Instance) and as_array(m) is not None for m in members if holds_arrays(m))


def _literal_items(value: Expression) -> list[Expression]:
    """The items of a container literal, or the values of a dict literal; empty if any item is unpacked."""
    match value:
        case ListExpr(items=items) | SetExpr(items=items) | TupleExpr(items=items):
            return [] if any(isinstance(item, StarExpr) for item in items) else items
        case DictExpr(items=pairs):
            return [] if any(key is None for key, _ in pairs) else [each for _, each in pairs]
    return []


def _has_object(t: Type) -> bool:
    """Whether a type is `object`, or has it among its items or type arguments."""
    return any_part(t, _is_object)


def _is_object(t: ProperType) -> bool | None:
    return True if isinstance(t, Instance) and t.type.fullname == "builtins.object" else None
