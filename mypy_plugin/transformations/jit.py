"""Adapts the types of functions compiled by ``jax.jit``: scalars in results, and methods that override others.

`compiled` is the function hook of `jax.jit` and its partials.
"""

from __future__ import annotations

from mypy.nodes import ARG_STAR, ARG_STAR2, Decorator, FuncDef, Node
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, Instance, Type, get_proper_type

from ..any_type import ANYTHING
from .array_leaves import of_transformed

COMPILERS = ("jax._src.api.jit", "jax._src.pmap.pmap")
"""The functions that compile other functions, by the names of their definitions."""
WITH_OPTIONS = "jax._src.api.JitOptions.__call__"
"""The method that applies ``jax.jit(static_argnums=0)`` to a function."""


def compiled(ctx: FunctionContext | MethodContext) -> Type:
    """The hook of `COMPILERS`, of their partials, and of `WITH_OPTIONS`.

    A scalar in the result becomes `Any`: at run time it is an array, but code that uses it as a scalar works.

    mypy allows a method to name its parameters differently from the method that it overrides. For compiled methods it
    reports an error, so such a method accepts any arguments.
    """
    wrapped = get_proper_type(ctx.default_return_type)
    if not isinstance(wrapped, Instance) or len(wrapped.args) != 1:
        return ctx.default_return_type
    function = get_proper_type(wrapped.args[0])
    if not isinstance(function, CallableType):
        return wrapped.copy_modified(args=[of_transformed(function)])
    if isinstance(ctx.context, Decorator) and _has_names_of_its_own(ctx.context.func):
        own = slice(0 if ctx.context.func.is_static else 1)  # the parameter `self` or `cls`
        function = function.copy_modified(
            arg_types=[*function.arg_types[own], ANYTHING, ANYTHING],
            arg_kinds=[*function.arg_kinds[own], ARG_STAR, ARG_STAR2],
            arg_names=[*function.arg_names[own], None, None],
        )
    return wrapped.copy_modified(args=[of_transformed(function)])


def _has_names_of_its_own(method: FuncDef) -> bool:
    """Whether a method overrides a method whose parameters have other names."""
    bases = method.info.mro[1:] if method.info else []  # `info` is false outside classes
    overridden = next((base.names[method.name].node for base in bases if method.name in base.names), None)
    names = _parameter_names(overridden)
    return names is not None and any(a != b for a, b in zip(method.arg_names, names, strict=False))


def _parameter_names(method: Node | None) -> list[str | None] | None:
    """The parameter names of a method, or None for a function."""
    function = method.func if isinstance(method, Decorator) else method
    return function.arg_names if isinstance(function, FuncDef) else None
