"""Results of functions that fold the items of an iterable: `sum` and `functools.reduce`.

typeshed says that the result has the type of the items, or of the start value. The operator's result may have another
dtype. So the result of folded arrays is anything, until the interpreter says its dtype.

`folding_hooks` and `folding_signatures` are the tables for `hook_tables`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.maptype import map_instance_to_supertype
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.typeops import tuple_fallback
from mypy.types import AnyType, FunctionLike, Instance, ProperType, TupleType, Type, UnionType, get_proper_types

from ..any_type import ANYTHING
from ..contexts import FunctionHook
from ..types.array_types import unfolded
from ..types.expression_types import function_type, type_without_context
from ..types.operands import as_array, is_ndarray
from .generic_functions import signature_of_any_dtype

SignatureHook: TypeAlias = Callable[[FunctionSigContext], FunctionLike]

SUM, REDUCE = "builtins.sum", "functools.reduce"
"""The full names of the functions."""


def folding_hooks() -> dict[str, FunctionHook]:
    """The hook of each function, by full name."""
    return {SUM: lambda ctx: _folded(ctx, 0), REDUCE: lambda ctx: _folded(ctx, 1)}


def folding_signatures() -> dict[str, SignatureHook]:
    """The signature hooks of functions that fold arrays, which accept any start value and return anything."""
    return {SUM: lambda ctx: _signature(ctx, 0), REDUCE: lambda ctx: _signature(ctx, 1)}


def _folded(ctx: FunctionContext, position: int) -> Type:
    """The result of a function of the items at a position, which is anything if one of them may be an array."""
    if len(ctx.args) <= position or len(ctx.args[position]) != 1:
        return ctx.default_return_type
    iterable = ctx.args[position][0]
    return (
        ANYTHING
        if any(map(_may_be_array, _items(type_without_context(ctx.api, iterable))))
        else ctx.default_return_type
    )


def _signature(ctx: FunctionSigContext, position: int) -> FunctionLike:
    """A signature of the items at a position and of anything else, if the items are arrays."""
    signature = ctx.default_signature
    if len(ctx.args) <= position or len(ctx.args[position]) != 1:
        return signature
    items = _items(type_without_context(ctx.api, ctx.args[position][0]))
    if not items or not all(isinstance(item, Instance) and as_array(item) for item in items):
        return signature_of_any_dtype(ctx) if position else signature  # only the start value may be an array
    item = UnionType.make_union(items)
    types: list[Type] = [ANYTHING] * len(signature.arg_types)
    types[position] = ctx.api.named_generic_type("typing.Iterable", [item])
    if position:
        types[0] = function_type(ctx.api, [ANYTHING, item], ANYTHING)
    return signature.copy_modified(arg_types=types, ret_type=ANYTHING, variables=())


def _may_be_array(t: ProperType) -> bool:
    """Whether an item may be an array."""
    return isinstance(t, AnyType) or (isinstance(t, Instance) and (as_array(t) is not None or is_ndarray(t)))


def _items(iterable: Type) -> list[ProperType]:
    """The types of an iterable's items."""
    proper = unfolded(iterable)
    if isinstance(proper, AnyType):
        return [proper]
    instance = tuple_fallback(proper) if isinstance(proper, TupleType) else proper
    bases = instance.type.mro if isinstance(instance, Instance) else []
    iterables = [base for base in bases if base.fullname == "typing.Iterable"]
    if not isinstance(instance, Instance) or not iterables:
        return []
    item = unfolded(map_instance_to_supertype(instance, iterables[0]).args[0])
    return get_proper_types(item.items) if isinstance(item, UnionType) else [item]
