"""Infers lists and dicts of containers whose arrays have different dtypes: ``[[weights], [counts]]``.

mypy joins two lists to `object` if their item types differ. In plain JAX code, the item types are the same, since JAX's
own array class has no dtype. Where mypy's join is `object`, this module joins the containers without their dtypes.

An array and a container of arrays, ``{"w": x, "layer": {"w": y}}``, have no class in common. Their join is `Any`, as it
is in plain JAX code that gets one of them from a function without types.
"""

from __future__ import annotations

from mypy.join import join_type_list
from mypy.nodes import (
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    NameExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, TupleType, Type, UnionType

from ..any_type import ANYTHING
from ..mypy_compat.expressions import holds_any
from ..types.array_types import any_part, holds_arrays, unfolded, without_dtypes
from ..types.expression_types import type_without_context
from ..types.operands import as_array
from ..variables.assignment_record import Assignments
from ..variables.keys import key_of

MOST_ITEMS = 50
"""The largest number of items of a literal that is joined. Longer literals are data, and keep mypy's type."""
CONTAINER_LITERALS = (ListExpr, SetExpr, DictExpr, TupleExpr)
CONTAINERS = (*CONTAINER_LITERALS, ListComprehension, DictionaryComprehension)
"""The expressions that make a container."""


def may_be_joined(value: Expression) -> bool:
    """Whether a value is a container literal with several items, including containers."""
    items = _literal_items(value)
    return 1 < len(items) <= MOST_ITEMS and any(
        isinstance(item, (*CONTAINER_LITERALS, RefExpr, CallExpr)) for item in items
    )


def has_containers(assignments: Assignments, value: Expression) -> bool:
    """Whether a value is a literal with several items, one of them a container by its form or its assigned values."""
    items = _literal_items(value)
    if not 1 < len(items) <= MOST_ITEMS:
        return False
    keys = [key_of(item) for item in items if isinstance(item, NameExpr)]
    assigned = [one for key in keys if key is not None for one in assignments.values.get(key, ())]
    return any(isinstance(one, CONTAINERS) for one in (*items, *assigned))


def joined_literal(api: CheckerPluginInterface, value: Expression, t: Type) -> Type:
    """The type of a container literal, with arrays of unknown dtype where mypy infers `object`.

    Args:
        api: the type checker.
        value: the literal.
        t: the type that mypy infers for it.
    """
    proper = unfolded(t)
    if (
        isinstance(value, IndexExpr) and _literal_items(value.base) and _has_object(t)
    ):  # {"w": x, "layer": {"w": y}}["w"]
        container = unfolded(joined_literal(api, value.base, type_without_context(api, value.base)))
        is_joined = isinstance(container, Instance) and bool(container.args) and not _has_object(container.args[-1])
        return container.args[-1] if isinstance(container, Instance) and is_joined else t
    if isinstance(value, TupleExpr) and isinstance(proper, TupleType) and len(value.items) == proper.length():
        pairs = zip(value.items, proper.items, strict=True)
        return proper.copy_modified(items=[joined_literal(api, item, each) for item, each in pairs])
    items = _literal_items(value)
    if not isinstance(proper, Instance) or not proper.args or not items or not _is_wide(proper.args[-1]):
        return t
    types = [joined_literal(api, item, type_without_context(api, item)) for item in items]
    if not any(map(holds_arrays, types)) or not all(holds_arrays(each) or _holds_any(each) for each in types):
        return t
    join: Type = join_type_list([without_dtypes(each) for each in types])
    if _has_object(join) or len({_kinds(each) for each in types}) > 1:
        join = ANYTHING
    elif not _has_object(proper.args[-1]):
        return t
    return proper.copy_modified(args=[*proper.args[:-1], join])


def joined_tuple(api: CheckerPluginInterface, t: Type) -> Type:
    """The type of a value to iterate over: a tuple of containers that mypy would join to `object` gets their join."""
    proper = unfolded(t)
    if not isinstance(proper, TupleType) or not any(map(holds_arrays, proper.items)):
        return t
    if not _has_object(join_type_list(proper.items)):
        return t
    join = join_type_list([without_dtypes(item) for item in proper.items])
    return api.named_generic_type("builtins.tuple", [ANYTHING if _has_object(join) else join])


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
    """Whether a type is `object` or a container of `object`."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return any(map(_has_object, proper.items))
    if not isinstance(proper, Instance):
        return False
    return proper.type.fullname == "builtins.object" or any(map(_has_object, proper.args))
