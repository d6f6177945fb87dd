"""Lets containers take arrays of any dtype: ``batch["mask"] = mask``, ``losses.append(loss)``.

A list, dict or set in a variable whose type mypy infers holds arrays of unknown dtype for mypy (`assignment`), since
any code may change it. This module opens those that mypy infers from their first item, as after ``losses = []``, and
containers without a variable. Declared containers keep their dtypes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.nodes import CallExpr, Context, Expression, IndexExpr, MemberExpr, NameExpr, OperatorAssignmentStmt
from mypy.plugin import MethodSigContext
from mypy.types import CallableType, FunctionLike, Instance, Overloaded, Type, get_proper_type

from ..any_type import ANYTHING
from ..mypy_compat.binder import assign_in_binder
from ..mypy_compat.expressions import stored_type
from ..types.array_types import has_no_dtypes, holds_arrays, without_dtypes
from ..types.expression_types import type_without_context
from ..types.numpy_types import without_scalar_types
from ..variables.symbols import variable
from .assigned_types import may_be_number
from .binder import redeclare
from .numpy_variables import holds_known_dtypes

LISTS = ("builtins.list", "typing.MutableSequence", "collections.deque")
DICTS = ("builtins.dict", "typing.MutableMapping", "collections.OrderedDict", "collections.defaultdict")
SETS = ("builtins.set", "typing.MutableSet")
METHODS = {
    LISTS: ("append", "extend", "insert", "__setitem__", "__iadd__"),
    ("collections.deque",): ("appendleft", "extendleft"),
    DICTS: ("setdefault", "update", "__setitem__", "__ior__"),
    SETS: ("add", "update", "symmetric_difference_update", "__ior__", "__ixor__"),
}
"""The methods that add items, by the classes of containers."""
CONCATENATING = ("builtins.list.__add__", "builtins.tuple.__add__", "collections.deque.__add__", "builtins.dict.__or__")
"""The operators whose result holds the items of both operands, and whose first overload takes only the same type."""

Hook: TypeAlias = Callable[[MethodSigContext], FunctionLike]


def container_hooks() -> dict[str, Hook]:
    """The signature hooks of the methods that add items, by method name."""
    adding = [f"{owner}.{name}" for owners, names in METHODS.items() for owner in owners for name in names]
    hooks: dict[str, Hook] = dict.fromkeys(adding, adding_signature)
    return hooks | dict.fromkeys(CONCATENATING, concatenation_signature)


def concatenation_signature(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method of `CONCATENATING`, for items of any dtype."""
    held = _item_type(ctx.type)
    return _for_any_dtype(ctx.default_signature) if held is not None and _holds_dtypes(held) else ctx.default_signature


def adding_signature(ctx: MethodSigContext) -> FunctionLike:
    """The signature of a method that adds items; an inferred container takes arrays of any dtype from then on."""
    held, place, signature = _item_type(ctx.type), _holder(ctx.context), ctx.default_signature
    var = None if place is None else variable(ctx.api, place)
    if held is None or (place is not None and (var is None or not var.is_inferred)):
        return signature
    if may_be_number(held) and any(holds_arrays(type_without_context(ctx.api, one)) for one in ctx.args[-1]):
        return _each(signature, _for_anything)  # plain JAX code knows no type of the result of an undeclared function
    if not _holds_dtypes(held) or (place is None and not _is_of_any_dtype(ctx)):
        return signature
    if place is not None and var is not None and var.type is not None:
        opened = _opened(var.type)
        redeclare(ctx.api, place, var, opened)
        assign_in_binder(ctx.api, place, opened)
    return _for_any_dtype(signature)


def _item_type(container: Type) -> Type | None:
    """The type of a container's items, or of a dict's values."""
    proper = get_proper_type(container)
    return proper.args[-1] if isinstance(proper, Instance) and proper.args else None


def _holds_dtypes(t: Type) -> bool:
    return holds_known_dtypes(t) or (holds_arrays(t) and not has_no_dtypes(t))


def _opened(t: Type) -> Type:
    """A type without the dtypes of JAX's and NumPy's arrays."""
    return without_scalar_types(without_dtypes(t))


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


def _for_any_dtype(signature: FunctionLike) -> FunctionLike:
    """The signature with arrays of any dtype as arguments and in the result."""
    return _each(
        signature,
        lambda one: one.copy_modified(arg_types=[*map(_opened, one.arg_types)], ret_type=_opened(one.ret_type)),
    )
