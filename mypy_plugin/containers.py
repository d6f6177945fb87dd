"""Lists and dicts that are changed in place: ``batch["mask"] = mask``, ``losses.append(loss)``.

mypy gives a variable the type of the list or dict that it is first assigned, dtypes and all, and takes nothing but that
dtype from there on. So where an array of another dtype comes into a list or dict whose type no one has declared, the
variable holds arrays of unknown dtype from then on.

Of attributes, and of a module's variables in its functions, that would be too late: what reads them may stand before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.nodes import LDEF, CallExpr, Context, IndexExpr, MemberExpr, NameExpr, OperatorAssignmentStmt, Var
from mypy.plugin import CheckerPluginInterface, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.types import CallableType, FunctionLike, Instance, Overloaded, TupleType, Type, UnionType

from .asking import by_itself
from .binding import redeclare
from .operands import as_array
from .pytrees import CONTAINERS
from .results import unfolded, without_dtypes

DICTS = ("builtins.dict", "typing.MutableMapping")
ITEM_ADDING = (
    *(f"builtins.list.{name}" for name in ("append", "insert", "__setitem__")),
    *(f"{owner}.{name}" for owner in DICTS for name in ("__setitem__", "setdefault")),
)
"""The methods whose last argument becomes an item."""
ITEMS_ADDING = (
    *(f"builtins.list.{name}" for name in ("extend", "__iadd__")),
    *(f"{owner}.{name}" for owner in DICTS for name in ("update", "__ior__")),
)
"""Those that take over the items of their arguments."""


Hook: TypeAlias = Callable[[MethodSigContext], FunctionLike]


def container_hooks() -> dict[str, Hook]:
    """The signature hooks of `ITEM_ADDING` and `ITEMS_ADDING`."""
    hooks: dict[str, Hook] = dict.fromkeys(ITEM_ADDING, one_added)
    return hooks | dict.fromkeys(ITEMS_ADDING, several_added)


def one_added(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method of `ITEM_ADDING`."""
    return _signature(ctx, lambda value: [value])


def several_added(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method of `ITEMS_ADDING`."""
    return _signature(ctx, _items)


def _signature(ctx: MethodSigContext, items: Callable[[Type], list[Type]]) -> FunctionLike:
    """A signature for items of any dtype, where these have another than the container, which no one has declared."""
    container = ctx.type
    if not isinstance(container, Instance) or not container.args or not has_arrays(container.args[-1]):
        return ctx.default_signature
    held = container.args[-1]
    given = [value for values in ctx.args[-2:] for value in values]  # the last, or also those by name
    added = [item for value in given for item in items(by_itself(ctx.api, value)) if has_arrays(item)]
    misfits = [item for item in added if not is_subtype(item, held)]
    holder = _variable(ctx.api, ctx.context)
    if not misfits or holder is None or not holder[1].is_inferred:
        return ctx.default_signature
    if not all(is_subtype(without_dtypes(item), without_dtypes(held)) for item in misfits):
        return ctx.default_signature
    _widen(ctx.api, *holder)
    signatures = [_for_any_dtype(item) for item in ctx.default_signature.items]
    return Overloaded(signatures) if len(signatures) > 1 else signatures[0]


def has_arrays(t: Type) -> bool:
    """Whether it is an array, or may be one, or a list, tuple or dict of some."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return any(map(has_arrays, proper.items))
    if not isinstance(proper, Instance):
        return False
    return as_array(proper) is not None or (proper.type.fullname in CONTAINERS and has_arrays(proper.args[-1]))


def _items(t: Type) -> list[Type]:
    """The types of what is in a list, a tuple or a dict; of an array by its name, that of the array."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return proper.items
    is_container = isinstance(proper, Instance) and as_array(proper) is None
    return [*proper.args[-1:]] if isinstance(proper, Instance) and is_container else [proper]


def _variable(api: CheckerPluginInterface, place: Context) -> tuple[NameExpr, Var] | None:
    """The variable that holds the container, or a container that this one is in."""
    match place:
        case CallExpr(callee=MemberExpr(expr=holder)):
            pass
        case IndexExpr(base=holder) | OperatorAssignmentStmt(lvalue=holder):
            pass
        case _:
            return None
    while isinstance(holder, IndexExpr):
        holder = holder.base
    if not isinstance(holder, NameExpr) or not isinstance(holder.node, Var):
        return None
    return (holder, holder.node) if is_followed(api, holder) else None


def is_followed(api: CheckerPluginInterface, holder: NameExpr) -> bool:
    """Whether nothing that reads a variable can have been checked before: a module's may be read by its functions."""
    return holder.kind == LDEF or api.scope.top_level_function() is None  # type: ignore[attr-defined]


def _widen(api: CheckerPluginInterface, holder: NameExpr, var: Var) -> None:
    """Have a variable hold arrays of unknown dtype."""
    if var.type is not None:
        wide = without_dtypes(var.type)
        redeclare(api, holder, var, wide)
        api.binder.put(holder, wide)  # type: ignore[attr-defined]


def _for_any_dtype(signature: CallableType) -> CallableType:
    return signature.copy_modified(arg_types=[without_dtypes(t) for t in signature.arg_types])
