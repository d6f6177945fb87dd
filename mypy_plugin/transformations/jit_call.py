"""Transformed functions of several signatures: ``{"train": jax.jit(step), "test": jax.jit(evaluate)}``.

What mypy knows of them together is that they are functions, and it would have none of them called.
"""

from __future__ import annotations

from mypy.plugin import AttributeContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, get_proper_type

CALLS = (
    "jax._src.pjit.JitWrapped.__call__",
    "jax._src.custom_derivatives.custom_jvp.__call__",
    "jax._src.custom_derivatives.custom_vjp.__call__",
)
"""The attributes whose type is that of the function that was transformed."""


def called(ctx: AttributeContext) -> Type:
    """Attribute hook of `CALLS`: a function of unknown signature takes anything, and says nothing."""
    found = get_proper_type(ctx.default_attr_type)
    if isinstance(found, Instance) and found.type.fullname == "builtins.function":
        return AnyType(TypeOfAny.special_form)
    return ctx.default_attr_type
