"""Tuple and list literals that are unpacked: ``x, y = *pair, 0``. mypy assigns their items one by one, by their form.

A marker call around the literal hides the form, and mypy would join the types of the items.
"""

from __future__ import annotations

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import Expression, ListExpr, StarExpr, TupleExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, TupleType, Type

from ..any_type import ANYTHING
from ..types.array_types import unfolded


def unpacked_tuple(api: CheckerPluginInterface, target: Expression, value: Expression) -> Type | None:
    """The tuple of the items that a literal gives to a target; None if mypy does not assign them one by one.

    Args:
        api: the type checker.
        target: the target of the assignment.
        value: the assigned value.
    """
    if not isinstance(target, TupleExpr | ListExpr) or not isinstance(value, TupleExpr | ListExpr):
        return None
    if not any(isinstance(item, StarExpr) for item in (*target.items, *value.items)):
        return None
    items: list[Type] = []
    repeated: list[tuple[int, Type]] = []
    for item in value.items:
        if not isinstance(item, StarExpr):
            items.append(api.get_expression_type(item))
            continue
        several = unfolded(api.get_expression_type(item.expr))
        if isinstance(several, TupleType):
            items += several.items
        elif isinstance(several, Instance) and (one := _iterated(several)) is not None:
            repeated.append((len(items), one))
        else:
            return None
    if repeated:
        (first, one), *others = repeated
        if any(isinstance(item, StarExpr) for item in target.items) or any(other != (first, one) for other in others):
            return None
        items[first:first] = [one] * (len(target.items) - len(items))
    return TupleType(items, api.named_generic_type("builtins.tuple", [ANYTHING]))


def _iterated(container: Instance) -> Type | None:
    """The type of the items of an iterable."""
    iterable = next((info for info in container.type.mro if info.fullname == "typing.Iterable"), None)
    return None if iterable is None else map_instance_to_supertype(container, iterable).args[0]
