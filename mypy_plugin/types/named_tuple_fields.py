"""The dtypes of the fields of named tuples."""

from __future__ import annotations

from mypy.nodes import MemberExpr
from mypy.plugin import AttributeContext, MethodSigContext
from mypy.types import FunctionLike, Instance, TupleType, Type

from ..any_type import ANYTHING
from .array_types import unfolded, without_dtypes
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


def replaced_fields(ctx: MethodSigContext) -> FunctionLike:
    """Signature hook of `_replace`: an array may take the place of one of another dtype."""
    signature = ctx.default_signature
    if not isinstance(ctx.type, TupleType):
        return signature
    return signature.copy_modified(arg_types=[without_dtypes(t) for t in signature.arg_types])
