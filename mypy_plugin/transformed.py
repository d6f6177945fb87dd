"""``jax.vmap(function)(x)``: calls of what a transformation has just made of a lambda, or of a function of JAX's.

To mypy the parameters of such a lambda may be anything, and of a function of JAX's that is a value it knows but one
signature. So the plugin asks the function itself what it makes of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_POS, CallExpr, Expression, LambdaExpr, RefExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import TupleType, Type

from ..system import System
from .operators import SystemOf
from .pytrees import applied, inside, is_known, is_of_arrays

KEEPS = ("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat", "jax.named_call", "jax.vmap")
"""The transformations whose functions make the same of arrays as before, and take nothing else."""
COMPILERS = ("jax._src.api.jit",)
"""Those whose functions also take numbers, and make arrays of all that they return."""
GRADIENTS = {"jax._src.api.grad": False, "jax._src.api.value_and_grad": True}
"""Those that return what is like the first argument, and whether the function's result comes before it."""
CLASSES = tuple(
    f"jax._src.{name}.__call__"
    for name in ("api.Gradient", "api.ValueAndGradient", "pjit.JitMethod", "pjit.JitWrapped")
)
"""The methods by which the results of some are called."""

AnyCall = FunctionContext | MethodContext


def unnamed_hook(system_of: SystemOf) -> Callable[[FunctionContext | MethodContext], Type]:
    """The hook of calls of what has no name of its own; it is that of `CLASSES`, too."""
    return lambda ctx: made_in_place(ctx, system_of(ctx.api))


def made_in_place(ctx: AnyCall, system: System) -> Type:
    """What a call returns whose function is a call itself; what mypy knows if it does not say more."""
    call = ctx.context
    if not isinstance(call, CallExpr) or not isinstance(call.callee, CallExpr) or is_known(ctx.default_return_type):
        return ctx.default_return_type
    if system.name != "jax" or any(kind != ARG_POS for kind in call.arg_kinds):
        return ctx.default_return_type
    leaves = [t for types in ctx.arg_types for t in types]
    return _made(ctx, call.callee, leaves, system) or ctx.default_return_type


def _made(ctx: AnyCall, function: Expression, leaves: list[Type], system: System) -> Type | None:
    """What a function makes of some trees of arrays; None if that is not known."""
    if isinstance(function, LambdaExpr | RefExpr):
        return applied(ctx, function, leaves)
    if not isinstance(function, CallExpr) or not isinstance(function.callee, RefExpr) or not leaves:
        return None
    transformation, inner, *options = function.callee.fullname, *function.args
    is_plain = function.arg_kinds[0] == ARG_POS and not options
    if transformation in KEEPS and function.arg_kinds[0] == ARG_POS and all(map(is_of_arrays, leaves)):
        return _made(ctx, inner, leaves, system)
    if transformation in COMPILERS and is_plain:
        traced = [t for t in (inside(ctx, leaf, system) for leaf in leaves) if t is not None]
        made = _made(ctx, inner, traced, system) if len(traced) == len(leaves) else None
        return None if made is None else inside(ctx, made, system)
    if transformation in GRADIENTS and is_plain and all(map(is_of_arrays, leaves)):
        made = _made(ctx, inner, leaves, system)
        value = None if made is None else inside(ctx, made, system)
        if value is None or not GRADIENTS[transformation]:
            return None if value is None else leaves[0]
        return TupleType([value, leaves[0]], ctx.api.named_generic_type("builtins.tuple", [value]))
    return None
