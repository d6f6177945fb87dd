"""The dtypes of the fields of named tuples whose arrays are declared without a dtype."""

from __future__ import annotations

from mypy.nodes import MemberExpr
from mypy.plugin import AttributeContext
from mypy.types import Instance, TupleType, Type

from ..any_type import ANYTHING
from .array_types import unfolded
from .operands import as_array, dtypes_of
from .tuples import named_tuple_fields


def field_type(ctx: AttributeContext) -> Type:
    """Attribute hook of a named tuple's field: of an array that is declared without a dtype, the type of the item."""
    fields = named_tuple_fields(ctx.type) if isinstance(ctx.type, TupleType) else None
    if not isinstance(ctx.type, TupleType) or fields is None or not isinstance(ctx.context, MemberExpr):
        return ctx.default_attr_type
    item = ctx.type.items[fields.index(ctx.context.name)] if ctx.context.name in fields else ANYTHING
    declared = unfolded(ctx.default_attr_type)
    is_open = isinstance(declared, Instance) and as_array(declared) is not None and dtypes_of(declared) is None
    return item if is_open and dtypes_of(item) is not None and not ctx.is_lvalue else ctx.default_attr_type
