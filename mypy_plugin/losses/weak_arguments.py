"""Reports weak arrays passed to compiled functions whose parameters declare strong arrays.

`weak_arguments` wraps the hook of compiled functions.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.argmap import map_actuals_to_formals
from mypy.nodes import CallExpr
from mypy.plugin import MethodContext
from mypy.types import CallableType, Instance, Type, get_proper_type

from ...diagnostics.codes import DTYPE_WEAK
from ...dtype_info import dtype_info
from ...system import System
from ..any_type import ANYTHING
from ..contexts import Hook
from ..mypy_compat.expressions import stored_type
from ..report import report
from ..severities import is_reported
from ..source_text import operand_text
from ..types.operands import dtypes_of

COMPILED = "jax._src.pjit.JitWrapped.__call__"
"""The method by which functions are called that `jax.jit` has compiled."""


def weak_arguments(hook: Hook, system_of: Callable[[MethodContext], System]) -> Hook:
    """A hook of `COMPILED` that reports weak arguments as well."""

    def reporting(ctx: MethodContext) -> Type:
        if is_reported(ctx.api, DTYPE_WEAK):
            _report(ctx, system_of(ctx))
        return hook(ctx)

    return reporting


def _report(ctx: MethodContext, system: System) -> None:
    """Report each weak argument of a compiled function whose parameter is declared strong."""
    call, owner = ctx.context, ctx.type
    function = get_proper_type(owner.args[0]) if isinstance(owner, Instance) and owner.args else None
    if not isinstance(call, CallExpr) or not isinstance(function, CallableType):
        return
    types = [stored_type(ctx.api, argument) for argument in call.args]
    places = map_actuals_to_formals(
        call.arg_kinds, call.arg_names, function.arg_kinds, function.arg_names, lambda i: types[i] or ANYTHING
    )
    for declared, positions in zip(function.arg_types, places, strict=True):
        strong = dtypes_of(declared)
        if strong is None or any(_is_weak(dtype) for dtype in strong):
            continue
        for position in positions:
            argument_type = types[position]
            dtypes = None if argument_type is None else dtypes_of(argument_type)
            if dtypes and all(_is_weak(dtype) for dtype in dtypes):
                held = system.defaults[dtypes[0]]
                text = operand_text(ctx.api, call.args[position])
                message = f"weak {held} passed to a {strong[0]} parameter: jax.jit compiles twice"
                report(ctx, DTYPE_WEAK, message, f"Make it strong: jnp.asarray({text}, jnp.{strong[0]})")


def _is_weak(dtype: str) -> bool:
    return dtype_info(dtype).is_weak
