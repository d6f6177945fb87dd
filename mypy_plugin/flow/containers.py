"""Follows the dtypes in containers that change in place: ``batch["mask"] = mask``, ``losses.append(loss)``.

mypy infers a container variable's type, dtypes included, from its first assignment, and rejects other dtypes later.
Here the variable holds arrays of unknown dtype as soon as an item of another dtype enters. Variables with an explicit
annotation keep it.

If other code may change the container too, the dtypes of its items are unknown from the beginning. Such code has
another name for the container, or is a function that runs later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import CallExpr, Context, Expression, IndexExpr, MemberExpr, NameExpr, OperatorAssignmentStmt, SliceExpr
from mypy.plugin import MethodSigContext
from mypy.subtypes import is_proper_subtype, is_subtype
from mypy.typeops import tuple_fallback
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    Overloaded,
    TupleType,
    Type,
    get_proper_type,
)

from ..any_type import ANYTHING
from ..mypy_compat.binder import assign_in_binder
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.messages import errors_watched
from ..mypy_compat.modules import current_file
from ..types.array_types import has_no_dtypes, holds_arrays, holds_nested_containers, unfolded, without_dtypes
from ..types.expression_types import type_without_context
from ..types.numpy_types import without_scalar_types
from ..types.operands import as_array, is_ndarray
from ..variables.assignments import assignments_of
from ..variables.container_changes import Kind, methods_adding
from ..variables.keys import key_of
from ..variables.symbols import variable
from ..variables.untyped_values import is_untyped
from .assigned_types import may_be_number
from .binder import redeclare
from .numpy_variables import holds_known_dtypes, is_other_of_jax, may_be_other_dtype

OWNERS: dict[str, Kind] = {
    "builtins.list": "list",
    "typing.MutableSequence": "list",
    "collections.deque": "deque",
    "builtins.dict": "dict",
    "typing.MutableMapping": "dict",
    "collections.OrderedDict": "dict",
    "collections.defaultdict": "dict",
    "builtins.set": "set",
    "typing.MutableSet": "set",
}
"""The classes of containers."""
ITEM_ADDING = tuple(f"{owner}.{name}" for owner, kind in OWNERS.items() for name in methods_adding(kind, "item"))
"""The methods whose last argument becomes an item of the container."""
ITEMS_ADDING = tuple(f"{owner}.{name}" for owner, kind in OWNERS.items() for name in methods_adding(kind, "items"))
"""The methods that add all items of their arguments to the container."""

CONCATENATING = ("builtins.list.__add__", "builtins.tuple.__add__", "collections.deque.__add__", "builtins.dict.__or__")
"""The operators whose result holds the items of both operands, and whose first overload takes only the same type."""

Hook: TypeAlias = Callable[[MethodSigContext], FunctionLike]


def container_hooks() -> dict[str, Hook]:
    """The signature hooks for `ITEM_ADDING` and `ITEMS_ADDING`, by method name."""
    hooks: dict[str, Hook] = dict.fromkeys(ITEM_ADDING, one_added)
    return hooks | dict.fromkeys(ITEMS_ADDING, several_added) | dict.fromkeys(CONCATENATING, concatenation_signature)


def one_added(ctx: MethodSigContext) -> FunctionLike:
    """Signature hook of `ITEM_ADDING`; assigning to a slice adds several items."""
    is_slice = bool(ctx.args) and any(isinstance(argument, SliceExpr) for argument in ctx.args[0])
    return _signature(ctx, ctx.args[-1:], _items if is_slice else lambda value: [value])


def several_added(ctx: MethodSigContext) -> FunctionLike:
    """Signature hook of `ITEMS_ADDING`."""
    return _signature(ctx, ctx.args[-2:], _items)  # the positional argument and keyword arguments


def concatenation_signature(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method of `CONCATENATING`; an item of unknown dtype makes all dtypes of the result unknown.

    Otherwise mypy infers the dtype of the first list also for the items of unknown dtype.
    """
    signature, container = ctx.default_signature, ctx.type
    if isinstance(container, TupleType):
        container = tuple_fallback(container)
    if not isinstance(container, Instance) or not container.args or not ctx.args or len(ctx.args[0]) != 1:
        return signature
    held = container.args[-1]
    if holds_known_dtypes(held):
        added = _items(type_without_context(ctx.api, ctx.args[0][0]))
        is_other = any(may_be_other_dtype(held, item, item) for item in added)
        return _each(signature, _for_any_numpy_dtype) if is_other else signature
    if not holds_arrays(held) or has_no_dtypes(held):
        return signature
    added = _items(type_without_context(ctx.api, ctx.args[0][0]))
    if not any(is_subtype(item, held) and not is_proper_subtype(item, held) for item in added):
        return signature
    return _each(signature, _for_any_dtype)


def _signature(
    ctx: MethodSigContext, arguments: Sequence[Sequence[Expression]], items: Callable[[Type], list[Type]]
) -> FunctionLike:
    """The method's signature, widened to items of any dtype if an item does not fit the inferred container."""
    container = ctx.type
    argument_values = [value for values in arguments for value in values]
    if not isinstance(container, Instance) or not container.args:
        return ctx.default_signature
    held = container.args[-1]
    if may_be_number(held) and any(_is_untyped_array(ctx, value) for value in argument_values):
        return _each(ctx.default_signature, _for_anything)
    if holds_known_dtypes(held):
        is_forgotten = _forget_numpy_dtype(ctx, held, argument_values, items)
        return _each(ctx.default_signature, _for_any_numpy_dtype) if is_forgotten else ctx.default_signature
    if not holds_arrays(held) or has_no_dtypes(held):
        return ctx.default_signature
    added = [item for value in argument_values for item in items(type_without_context(ctx.api, value))]
    misfits = [item for item in added if not is_proper_subtype(item, held)]
    container_place = _holder(ctx.context)
    container_variable = variable(ctx.api, container_place) if container_place is not None else None
    if container_place is None and _is_of_any_dtype(ctx):
        return _each(ctx.default_signature, _for_any_dtype)
    if container_place is None or container_variable is None or not container_variable.is_inferred:
        return ctx.default_signature
    container_key = key_of(container_place)
    assigned = assignments_of(current_file(ctx.api))
    is_nested = holds_nested_containers(container_variable.type)
    is_changed = container_key is not None and assigned.is_changed_unseen(container_key, is_nested=is_nested)
    if not misfits and not is_changed:
        return ctx.default_signature
    if not all(is_subtype(without_dtypes(item), without_dtypes(held)) for item in misfits):
        return ctx.default_signature
    if container_variable.type is not None:
        widened = without_dtypes(container_variable.type)
        redeclare(ctx.api, container_place, container_variable, widened)
        assign_in_binder(ctx.api, container_place, widened)
    return _each(ctx.default_signature, _for_any_dtype)


def _forget_numpy_dtype(
    ctx: MethodSigContext, held: Type, values: Sequence[Expression], items: Callable[[Type], list[Type]]
) -> bool:
    """Declare a container of NumPy arrays without their dtype if an added item may have another.

    Args:
        ctx: the call of the method that adds items.
        held: the type of the container's items.
        values: the arguments that add items.
        items: returns the types of the items that an argument of a type adds.

    Returns:
        Whether the container has no dtype from now on.
    """
    place = _holder(ctx.context)
    var = variable(ctx.api, place) if place is not None else None
    if place is None or var is None or not var.is_inferred or var.type is None:
        return False
    expected = held if items is not _items else ctx.api.named_generic_type("typing.Iterable", [held])
    for value in values:
        with errors_watched(ctx.api):
            added = items(ctx.api.get_expression_type(value, expected))
        own_types = items(type_without_context(ctx.api, value))
        if any(may_be_other_dtype(held, item, own) for item, own in zip(added, own_types, strict=False)) or any(
            is_other_of_jax(ctx.api, held, item, value) for item in own_types
        ):
            widened = without_scalar_types(var.type)
            redeclare(ctx.api, place, var, widened)
            assign_in_binder(ctx.api, place, widened)
            return True
    return False


def _is_untyped_array(ctx: MethodSigContext, value: Expression) -> bool:
    """Whether a value is, or holds, an array from a function without annotations, which plain JAX lets fit anywhere."""
    return is_untyped(ctx.api, value) and holds_arrays(type_without_context(ctx.api, value))


def _items(t: Type) -> list[Type]:
    """The types of the items that an argument adds: the items of an iterable, or the values of a dict or of pairs.

    A keyword argument, as in ``dict.update(x=x)``, is itself an item.
    """
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return proper.items
    if not isinstance(proper, Instance) or as_array(proper) is not None:
        return [t]
    for base in proper.type.mro:
        if base.fullname in ("typing.Mapping", "typing.Iterable"):
            item = unfolded(map_instance_to_supertype(proper, base).args[-1])
            added = item.items[-1] if isinstance(item, TupleType) and item.items else item
            is_array = holds_arrays(added) or (isinstance(one := get_proper_type(added), Instance) and is_ndarray(one))
            return [added] if is_array or isinstance(get_proper_type(added), AnyType) else [t]
    return [t]


def _is_of_any_dtype(ctx: MethodSigContext) -> bool:
    """Whether a method's object has dtypes that no declaration names: ``(losses or [loss]).append(loss)``."""
    match ctx.context:
        case CallExpr(callee=MemberExpr(expr=owner)) | IndexExpr(base=owner):
            pass
        case _:
            return False
    while isinstance(owner, IndexExpr):
        owner = owner.base
    if not isinstance(owner, CallExpr):
        return True
    called = get_proper_type(stored_type(ctx.api, owner.callee))
    declared = getattr(called.definition, "type", None) if isinstance(called, CallableType) else None
    return not isinstance(declared, CallableType) or has_no_dtypes(declared.ret_type)


def _holder(place: Context) -> NameExpr | MemberExpr | None:
    """The variable or attribute that holds the container, directly or inside other containers."""
    holder: Expression
    match place:
        case CallExpr(callee=MemberExpr(expr=holder)):
            pass
        case IndexExpr(base=holder) | OperatorAssignmentStmt(lvalue=holder):
            pass
        case _:
            return None
    while isinstance(holder, IndexExpr):
        holder = holder.base
    return holder if isinstance(holder, NameExpr | MemberExpr) else None


def _each(signature: FunctionLike, changed: Callable[[CallableType], CallableType]) -> FunctionLike:
    """A signature with each overload changed."""
    signatures = [changed(item) for item in signature.items]
    return Overloaded(signatures) if len(signatures) > 1 else signatures[0]


def _for_anything(signature: CallableType) -> CallableType:
    """The signature with a last argument of any type."""
    return signature.copy_modified(arg_types=[*signature.arg_types[:-1], ANYTHING])


def _for_any_dtype(signature: CallableType) -> CallableType:
    """The signature with arrays of any dtype as arguments and in the result."""
    types = [without_dtypes(t) for t in signature.arg_types]
    return signature.copy_modified(arg_types=types, ret_type=without_dtypes(signature.ret_type))


def _for_any_numpy_dtype(signature: CallableType) -> CallableType:
    """The signature with NumPy arrays of any dtype as arguments and in the result."""
    types = [without_scalar_types(t) for t in signature.arg_types]
    return signature.copy_modified(arg_types=types, ret_type=without_scalar_types(signature.ret_type))
