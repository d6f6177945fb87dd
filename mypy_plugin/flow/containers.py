"""Lists, dicts and the like that are changed in place: ``batch["mask"] = mask``, ``losses.append(loss)``.

mypy gives a variable the type of the list or dict that it is first assigned, dtypes and all, and takes nothing but that
dtype from there on. So where an item of another dtype, or of an unknown one, comes into a list or dict whose type no
one has declared, the variable holds arrays of unknown dtype from then on.

Where something else may change it as well, another name for the same list or a function that runs later, nothing is
known of its items from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import CallExpr, Context, Expression, IndexExpr, MemberExpr, NameExpr, OperatorAssignmentStmt, SliceExpr
from mypy.plugin import MethodSigContext
from mypy.subtypes import is_proper_subtype, is_subtype
from mypy.types import CallableType, FunctionLike, Instance, Overloaded, TupleType, Type

from ..types.array_types import holds_arrays, unfolded, without_dtypes
from ..types.expression_types import type_without_context
from ..types.operands import as_array
from .assignments import assignments_of, key_of
from .binder import redeclare, variable

DICTS = ("builtins.dict", "typing.MutableMapping", "collections.OrderedDict", "collections.defaultdict")
LISTS = ("builtins.list", "collections.deque", "typing.MutableSequence")
SETS = ("builtins.set", "typing.MutableSet")
ITEM_ADDING = (
    *(f"{owner}.{name}" for owner in LISTS for name in ("append", "appendleft", "insert", "__setitem__")),
    *(f"{owner}.{name}" for owner in DICTS for name in ("__setitem__", "setdefault")),
    *(f"{owner}.add" for owner in SETS),
)
"""The methods whose last argument becomes an item."""
ITEMS_ADDING = (
    *(f"{owner}.{name}" for owner in LISTS for name in ("extend", "extendleft", "__iadd__")),
    *(f"{owner}.{name}" for owner in DICTS for name in ("update", "__ior__")),
    *(f"{owner}.{name}" for owner in SETS for name in ("update", "__ior__")),
)
"""Those that take over the items of their arguments."""


Hook: TypeAlias = Callable[[MethodSigContext], FunctionLike]


def container_hooks() -> dict[str, Hook]:
    """The signature hooks of `ITEM_ADDING` and `ITEMS_ADDING`."""
    hooks: dict[str, Hook] = dict.fromkeys(ITEM_ADDING, one_added)
    return hooks | dict.fromkeys(ITEMS_ADDING, several_added)


def one_added(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method of `ITEM_ADDING`; of a slice the items are replaced by several."""
    is_slice = bool(ctx.args) and any(isinstance(argument, SliceExpr) for argument in ctx.args[0])
    return _signature(ctx, ctx.args[-1:], _items if is_slice else lambda value: [value])


def several_added(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method of `ITEMS_ADDING`."""
    return _signature(ctx, ctx.args[-2:], _items)  # the last argument, or also those by name


def _signature(
    ctx: MethodSigContext, arguments: Sequence[Sequence[Expression]], items: Callable[[Type], list[Type]]
) -> FunctionLike:
    """A signature for items of any dtype, where these have another than the container, which no one has declared."""
    container = ctx.type
    if not isinstance(container, Instance) or not container.args or not holds_arrays(container.args[-1]):
        return ctx.default_signature
    held = container.args[-1]
    if is_open(held):
        return ctx.default_signature
    given = [value for values in arguments for value in values]
    added = [item for value in given for item in items(type_without_context(ctx.api, value))]
    misfits = [item for item in added if not is_proper_subtype(item, held)]
    holder = _holder(ctx.context)
    var = variable(ctx.api, holder) if holder is not None else None
    if holder is None or var is None or not var.is_inferred:
        return ctx.default_signature
    key = key_of(holder)
    facts = assignments_of(ctx.api.tree)  # type: ignore[attr-defined]
    if not misfits and not (key is not None and facts.is_changed_unseen(key)):
        return ctx.default_signature
    if not all(is_subtype(without_dtypes(item), without_dtypes(held)) for item in misfits):
        return ctx.default_signature
    if var.type is not None:
        wide = without_dtypes(var.type)
        redeclare(ctx.api, holder, var, wide)
        ctx.api.binder.put(holder, wide)  # type: ignore[attr-defined]
    signatures = [_for_any_dtype(item) for item in ctx.default_signature.items]
    return Overloaded(signatures) if len(signatures) > 1 else signatures[0]


def is_open(t: Type) -> bool:
    """Whether the dtypes of all arrays in a type are unknown."""
    return without_dtypes(t) == t


def _items(t: Type) -> list[Type]:
    """The types of what comes out of an iterable, of a dict or an iterable of pairs the values; else the type itself.

    An argument by its name is itself an item.
    """
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return proper.items
    if not isinstance(proper, Instance) or not holds_arrays(proper):
        return [t]
    for base in proper.type.mro:
        if base.fullname in ("typing.Mapping", "typing.Iterable") and as_array(proper) is None:
            item = unfolded(map_instance_to_supertype(proper, base).args[-1])
            return [item.items[-1]] if isinstance(item, TupleType) else [item]
    return [t]


def _holder(place: Context) -> NameExpr | MemberExpr | None:
    """The variable or attribute that holds the container, or a container that this one is in."""
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


def _for_any_dtype(signature: CallableType) -> CallableType:
    return signature.copy_modified(arg_types=[without_dtypes(t) for t in signature.arg_types])
