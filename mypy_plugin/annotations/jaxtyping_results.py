"""Computes results of operators and functions whose operands have one of jaxtyping's categories.

``x * y`` with ``x: Float[Array, "n"]`` and ``y: Float32[Array, "n"]`` is float64 if ``x`` is, and float32 for most
other dtypes of ``x``. That depends on the values, so the result has a category of jaxtyping's, too. It is accepted
wherever one of its dtypes is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from mypy.nodes import ListExpr, TupleExpr
from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import Instance, ProperType, TupleType, Type, UnionType, get_proper_type

from ...dtypes import WEAK_TYPES
from ...jaxtyping.names import name_of
from ..any_type import ANYTHING
from ..jax_names import ARRAY, DTYPES_MODULE, JAXTYPING
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import loaded_modules
from ..types.array_types import any_part, unfolded
from ..types.operands import array_dtype
from .jaxtyping_annotations import dtype_class

C = TypeVar("C", FunctionContext, MethodContext, AttributeContext)

OPEN_CATEGORIES = {
    f"{DTYPES_MODULE}.{name}": jaxtyping_name
    for name, jaxtyping_name in {
        "number": "Num",
        "integer": "Integer",
        "unsignedinteger": "UInt",
        "signedinteger": "Int",
        "inexact": "Inexact",
        "floating": "Float",
        "complexfloating": "Complex",
    }.items()
}
"""The categories that stand for many dtypes, and their names in jaxtyping."""


def with_categories_erased(hook: Callable[[C], Type]) -> Callable[[C], Type]:
    """A hook whose result, if an operand has a category of jaxtyping's, has one as well."""

    def opening(ctx: C) -> Type:
        result = hook(ctx)
        if not _is_closed(result) or not any(map(_has_category, _operands(ctx))):
            return result
        return _opened(ctx.api, result)

    return opening


def all_with_categories_erased(hooks: dict[str, Callable[[C], Type]]) -> dict[str, Callable[[C], Type]]:
    """Hooks by name, each as `with_categories_erased` makes it."""
    return {name: with_categories_erased(hook) for name, hook in hooks.items()}


def _operands(ctx: FunctionContext | MethodContext | AttributeContext) -> Iterator[Type]:
    """The types of the operands, and of the items of list and tuple literals.

    If any array is expected, mypy forgets the dtypes of such items.
    """
    if not isinstance(ctx, FunctionContext):
        yield ctx.type
    if isinstance(ctx, AttributeContext):
        return
    for types in ctx.arg_types:
        yield from types
    left = [argument for arguments in ctx.args for argument in arguments]
    while left:
        expression = left.pop()
        if isinstance(expression, ListExpr | TupleExpr):
            left += expression.items
            yield from (t for item in expression.items if (t := stored_type(ctx.api, item)) is not None)


def _is_closed(t: Type) -> bool:
    """Whether a type contains an array of several dtypes that is assignable only where each dtype is."""
    return any_part(t, _is_closed_array)


def _is_closed_array(t: ProperType) -> bool | None:
    if not isinstance(t, Instance) or not t.args or t.type.fullname != ARRAY:
        return None
    dtype = get_proper_type(t.args[0])
    return isinstance(dtype, UnionType) or (isinstance(dtype, Instance) and dtype.type.fullname in OPEN_CATEGORIES)


def _has_category(t: Type) -> bool:
    """Whether a type contains an array of one of jaxtyping's categories."""
    return any_part(t, _is_category)


def _is_category(t: ProperType) -> bool | None:
    return True if isinstance(t, Instance) and t.type.fullname in JAXTYPING else None


def _opened(api: CheckerPluginInterface, t: Type) -> Type:
    """A type whose arrays of closed dtypes have the categories that their annotations allow."""
    proper = unfolded(t)
    if isinstance(proper, UnionType):
        return UnionType([_opened(api, item) for item in proper.items])
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_opened(api, item) for item in proper.items])
    if not isinstance(proper, Instance) or not _is_closed(proper):
        return t
    if proper.type.fullname != ARRAY:
        return proper.copy_modified(args=[_opened(api, argument) for argument in proper.args])
    return proper.copy_modified(args=[_category(api, proper.args[0])])


def _category(api: CheckerPluginInterface, dtype: Type) -> Type:
    """The category of dtypes that stands for the dtype of an annotation; `Any` if there is none."""
    proper = get_proper_type(dtype)
    if isinstance(proper, Instance):
        name = OPEN_CATEGORIES.get(proper.type.fullname)
    else:
        operand = array_dtype(proper)
        strong = frozenset(_strong(node) for node in operand.dtypes) if operand is not None else frozenset()
        name = name_of(strong) if strong else None
    category = dtype_class(f"{DTYPES_MODULE}._Jaxtyping.{name}", loaded_modules(api)) if name else None
    return ANYTHING if category is None else category


def _strong(node: str) -> str:
    """The default dtype of a weak one."""
    return WEAK_TYPES[node].__mro__[1].__name__ if node in WEAK_TYPES else node
