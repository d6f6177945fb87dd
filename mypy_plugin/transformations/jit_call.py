"""Makes transformed functions callable after mypy joined them: ``{"train": jax.jit(step), "test": jax.jit(evaluate)}``.

If their signatures differ, mypy joins the wrapped types to `function`, which is not callable for mypy.

Calls with ``*args`` of unknown length and a keyword, ``jax.jit(step)(*args, size=3)``, are accepted as with JAX's own
annotations, which say nothing about the parameters of transformed functions.
"""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, ARG_NAMED_OPT, ARG_POS, ARG_STAR, CallExpr
from mypy.plugin import AttributeContext
from mypy.types import CallableType, Instance, TupleType, Type, get_proper_type

from ..any_type import ANYTHING
from ..types.expression_types import type_without_context
from .gradients import CALLED

CALLS = (
    "jax._src.pjit.JitWrapped.__call__",
    "jax._src.custom_derivatives.custom_jvp.__call__",
    "jax._src.custom_derivatives.custom_vjp.__call__",
    *CALLED,
)
"""The attributes that have the type of the wrapped function."""


def called(ctx: AttributeContext) -> Type:
    """Attribute hook of `CALLS`: the signature of a transformed function for one call.

    A function of unknown signature accepts any arguments and returns `Any`.
    """
    function_type = get_proper_type(ctx.default_attr_type)
    if isinstance(function_type, Instance) and function_type.type.fullname == "builtins.function":
        return ANYTHING
    if isinstance(function_type, CallableType):
        return _with_keywords_by_name(ctx, function_type)
    return ctx.default_attr_type


def _with_keywords_by_name(ctx: AttributeContext, function: CallableType) -> CallableType:
    """A signature in which ``*args`` of unknown length can't reach the parameters that the call passes by keyword.

    For any other function, mypy reports that ``*args`` may hold a value for these parameters, too.
    """
    call = ctx.context
    if not isinstance(call, CallExpr) or ARG_STAR not in call.arg_kinds:
        return function
    positional = [kind.is_positional() for kind in function.arg_kinds]
    doubled = [i for i, name in enumerate(function.arg_names) if positional[i] and name and name in call.arg_names]
    starred = (value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind == ARG_STAR)
    if not doubled or all(isinstance(get_proper_type(type_without_context(ctx.api, t)), TupleType) for t in starred):
        return function
    if ARG_STAR in function.arg_kinds or any(name is None for name in function.arg_names[doubled[0] :]):
        return function
    kinds = [
        kind
        if i < doubled[0] or not positional[i]
        else ARG_NAMED
        if kind == ARG_POS and i in doubled
        else ARG_NAMED_OPT
        for i, kind in enumerate(function.arg_kinds)
    ]
    return function.copy_modified(arg_kinds=kinds)
