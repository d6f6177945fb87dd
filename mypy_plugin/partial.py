"""``partial(jax.jit, static_argnames=...)``: a transformation that waits for its function.

mypy itself makes of it an object that returns ``Any``, because `jit` has overloads.
"""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, RefExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import AnyType, CallableType, FunctionLike, Type, get_proper_type

PARTIAL = "functools.partial"
TRANSFORMATIONS = frozenset(
    (
        "jax._src.api.jit",
        "jax._src.pmap.pmap",
        "jax.vmap",
        "jax._src.ad_checkpoint.checkpoint",
        "jax._src.ad_checkpoint.remat",
        "jax._src.custom_derivatives.custom_jvp",
        "jax._src.custom_derivatives.custom_vjp",
        "jax.named_call",
    )
)
"""Functions whose first parameter alone decides what type they return, by the names of their definitions."""


def waiting_transformation(ctx: FunctionContext) -> Type:
    """Function hook of `functools.partial`: a function of the one argument that is still to come."""
    call = ctx.context
    if not isinstance(call, CallExpr) or call.arg_kinds[:1] != [ARG_POS]:
        return ctx.default_return_type
    if any(kind != ARG_NAMED for kind in call.arg_kinds[1:]):
        return ctx.default_return_type
    transformation = call.args[0]
    if not isinstance(transformation, RefExpr) or transformation.fullname not in TRANSFORMATIONS:
        return ctx.default_return_type
    found = get_proper_type(ctx.arg_types[0][0])
    items = found.items if isinstance(found, FunctionLike) else []
    takes_any = [
        item
        for item in items
        if item.arg_kinds[:1] == [ARG_POS] and not isinstance(get_proper_type(item.ret_type), AnyType)
    ]
    return _first_parameter_alone(takes_any[-1], ctx.api) if takes_any else ctx.default_return_type


def _first_parameter_alone(function: CallableType, api: CheckerPluginInterface) -> CallableType:
    return function.copy_modified(
        arg_types=function.arg_types[:1],
        arg_kinds=[ARG_POS],
        arg_names=[None],
        fallback=api.named_generic_type("builtins.function", []),
    )
