"""Lists and dicts of containers whose arrays have different dtypes: ``[[weights], [counts]]``.

mypy joins two lists to `object` if their items are of different types. To JAX's own class, which has no dtype, both are
lists of arrays. So where mypy's join is `object`, the containers are joined without their dtypes.
"""

from __future__ import annotations

from mypy.join import join_type_list
from mypy.nodes import CallExpr, DictExpr, Expression, ListExpr, RefExpr, SetExpr, StarExpr, TupleExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, TupleType, Type

from ..types.array_types import holds_arrays, unfolded, without_dtypes
from ..types.expression_types import type_without_context

MOST_ITEMS = 50
"""The number of items of a display above which it is data, and mypy's join is left as it is."""
DISPLAYS = (ListExpr, SetExpr, DictExpr, TupleExpr)


def may_be_joined(value: Expression) -> bool:
    """Whether a value is written out with several items that may be containers."""
    items = _values(value)
    return 1 < len(items) <= MOST_ITEMS and any(isinstance(item, (*DISPLAYS, RefExpr, CallExpr)) for item in items)


def joined(api: CheckerPluginInterface, value: Expression, t: Type) -> Type:
    """The type of a value that is written out, with arrays of unknown dtype where mypy's join is an `object`.

    Args:
        api: of the hook.
        value: the value.
        t: its type.
    """
    proper = unfolded(t)
    if isinstance(value, TupleExpr) and isinstance(proper, TupleType) and len(value.items) == proper.length():
        pairs = zip(value.items, proper.items, strict=True)
        return proper.copy_modified(items=[joined(api, item, each) for item, each in pairs])
    items = _values(value)
    if not isinstance(proper, Instance) or not proper.args or not items or not _has_object(proper.args[-1]):
        return t
    types = [joined(api, item, type_without_context(api, item)) for item in items]
    if not all(map(holds_arrays, types)):
        return t
    wide = join_type_list([without_dtypes(each) for each in types])
    return t if _has_object(wide) else proper.copy_modified(args=[*proper.args[:-1], wide])


def _values(value: Expression) -> list[Expression]:
    """The items of a display, or the values of a dict's; none if some are unpacked into it."""
    match value:
        case ListExpr(items=items) | SetExpr(items=items) | TupleExpr(items=items):
            return [] if any(isinstance(item, StarExpr) for item in items) else items
        case DictExpr(items=pairs):
            return [] if any(key is None for key, _ in pairs) else [each for _, each in pairs]
    return []


def _has_object(t: Type) -> bool:
    """Whether a type is `object`, or a container of it."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return any(map(_has_object, proper.items))
    if not isinstance(proper, Instance):
        return False
    return proper.type.fullname == "builtins.object" or any(map(_has_object, proper.args))
