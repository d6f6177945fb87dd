"""Makes transformed functions callable after mypy joined them: ``{"train": jax.jit(step), "test": jax.jit(evaluate)}``.

If their signatures differ, mypy joins the wrapped types to `function`, which is not callable for mypy.
"""

from __future__ import annotations

from mypy.plugin import AttributeContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, get_proper_type

CALLS = (
    "jax._src.pjit.JitWrapped.__call__",
    "jax._src.custom_derivatives.custom_jvp.__call__",
    "jax._src.custom_derivatives.custom_vjp.__call__",
)
"""The attributes that have the type of the wrapped function."""


def called(ctx: AttributeContext) -> Type:
    """Attribute hook of `CALLS`: a function of unknown signature accepts any arguments and returns `Any`."""
    function_type = get_proper_type(ctx.default_attr_type)
    if isinstance(function_type, Instance) and function_type.type.fullname == "builtins.function":
        return AnyType(TypeOfAny.special_form)
    return ctx.default_attr_type
