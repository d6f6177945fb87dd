"""Corrects calls such as ``d.get("w", default)`` whose default has an unknown type: the result is not None.

For an argument that mypy has made `Any` in place of several results, mypy chooses the first overload that matches. That
is the overload of a call without a default, whose result may be None.
"""

from __future__ import annotations

from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, NoneType, Type, UnionType, get_proper_type

from ..any_type import ANYTHING

METHODS_WITH_DEFAULTS = ("builtins.dict.get", "typing.Mapping.get")
FUNCTIONS_WITH_DEFAULTS = ("builtins.getattr",)


def never_none(ctx: FunctionContext | MethodContext) -> Type:
    """The hook of calls whose last parameter is a default: the result without None if the default is `Any`."""
    defaults = ctx.arg_types[-1] if ctx.arg_types else []
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    holds_none = isinstance(owner, Instance) and any(map(_may_be_none, owner.args))
    if holds_none or len(defaults) != 1 or not isinstance(get_proper_type(defaults[0]), AnyType):
        return ctx.default_return_type
    return _without_none(ctx.default_return_type)


def _may_be_none(t: Type) -> bool:
    """Whether a type is None, or a union with None."""
    proper = get_proper_type(t)
    items = proper.items if isinstance(proper, UnionType) else [proper]
    return any(isinstance(get_proper_type(item), NoneType) for item in items)


def _without_none(t: Type) -> Type:
    """A type with `Any` in place of None, also as the type of a dict's values."""
    proper = get_proper_type(t)
    if isinstance(proper, UnionType) and _may_be_none(proper):
        items = [ANYTHING if _may_be_none(item) else item for item in proper.items]
        return UnionType.make_union([*dict.fromkeys(items)])
    if isinstance(proper, Instance) and len(proper.args) == 2:
        return proper.copy_modified(args=[proper.args[0], _without_none(proper.args[1])])
    return t
