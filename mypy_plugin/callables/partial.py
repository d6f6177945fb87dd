"""Tells which `functools.partial` objects have a known function, and types those that wait for their function.

For ``partial(jax.jit, static_argnames=...)``, a transformation without its function, mypy infers an object that returns
``Any``, because `jit` has overloads.
"""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, ARG_NAMED_OPT, ARG_OPT, ARG_POS, CallExpr, Expression, RefExpr, Var
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import AnyType, CallableType, FunctionLike, Type, get_proper_type

from ..jax_names import WRAPPERS

PARTIAL = "functools.partial"
PARTIAL_CALL = f"{PARTIAL}.__call__"
"""The method that mypy calls for a call of a `partial`."""
TRANSFORMATIONS = frozenset(
    (
        "jax._src.api.jit",
        "jax._src.pmap.pmap",
        "jax.vmap",
        *WRAPPERS,
        "jax._src.custom_derivatives.custom_jvp",
        "jax._src.custom_derivatives.custom_vjp",
    )
)
"""The functions whose return type depends on the first parameter only, by the names of their definitions."""


def is_partial(expression: Expression) -> bool:
    """Whether an expression calls `functools.partial` with a known function, or with another such call.

    Known are functions with a name of their own, and what JAX's transformations make of functions.
    """
    match expression:
        case CallExpr(callee=RefExpr(fullname=fullname), args=[function, *_], arg_kinds=kinds) if fullname == PARTIAL:
            is_named = isinstance(function, RefExpr) and (
                function.fullname.startswith("jax.") or not isinstance(function.node, Var | None)
            )
            is_known = is_named or is_transformed(function) or is_partial(function)
            return is_known and all(kind in (ARG_POS, ARG_NAMED) for kind in kinds)
    return False


def is_transformed(expression: Expression) -> bool:
    """Whether an expression is a function transformed by JAX: ``jax.jit(jax.grad(loss))``."""
    match expression:
        case CallExpr(callee=RefExpr(fullname=fullname), args=[function]) if fullname.startswith("jax."):
            return isinstance(function, RefExpr) or is_transformed(function)
    return False


def waiting_transformation(ctx: FunctionContext) -> Type:
    """Function hook of `functools.partial`: a transformation without its function becomes a function of that function.

    Its options may still be given, or given anew, by keyword.
    """
    call = ctx.context
    if not isinstance(call, CallExpr) or call.arg_kinds[:1] != [ARG_POS]:
        return ctx.default_return_type
    if any(kind != ARG_NAMED for kind in call.arg_kinds[1:]):
        return ctx.default_return_type
    transformation = call.args[0]
    if not isinstance(transformation, RefExpr) or transformation.fullname not in TRANSFORMATIONS:
        return ctx.default_return_type
    transformation_type = get_proper_type(ctx.arg_types[0][0])
    items = transformation_type.items if isinstance(transformation_type, FunctionLike) else []
    typed_items = [
        item
        for item in items
        if item.arg_kinds[:1] == [ARG_POS] and not isinstance(get_proper_type(item.ret_type), AnyType)
    ]
    if not typed_items:
        return ctx.default_return_type
    return _of_function_and_options(typed_items[-1], transformation.fullname, ctx.api)


def _of_function_and_options(function: CallableType, name: str, api: CheckerPluginInterface) -> CallableType:
    """A transformation that takes its function by position, and all else by keyword: ``in_axes=0`` of `jax.pmap`.

    It has a name, so that mypy calls the hook of that name.
    """
    options = [
        (t, ARG_NAMED_OPT, option)
        for t, kind, option in zip(function.arg_types, function.arg_kinds, function.arg_names, strict=True)
        if option and kind in (ARG_OPT, ARG_NAMED_OPT)
    ]
    types, kinds, names = map(list, zip((function.arg_types[0], ARG_POS, None), *options, strict=True))
    return function.copy_modified(
        types, kinds, names, name=name, fallback=api.named_generic_type("builtins.function", [])
    )
