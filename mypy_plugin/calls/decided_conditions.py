"""Conditions whose outcome is known for the dtypes of a call: ``if jnp.issubdtype(dtype, jnp.floating)``.

`inferred_calls` uses these hooks while it checks the body of a called function.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext
from mypy.types import Instance, LiteralType, Type

from ...dtypes import CATEGORIES
from ..contexts import AnyContext, SystemOf
from ..jax_names import ancestors
from ..modes.x64_reads import ATTRIBUTES
from ..types.array_types import unfolded
from ..types.dtype_arguments import class_itself, dtype_argument, dtype_class
from ..types.operands import as_array, dtypes_of

KIND_TESTS = ("jax.numpy.issubdtype", "jax.dtypes.issubdtype")
"""The functions that tell whether a dtype belongs to a category."""
COMPLEX_TEST = "jax.numpy.iscomplexobj"
"""The function that tells whether an array is complex."""
X64_READS = tuple(f"jax._src.config.Config.{name}" for name in ATTRIBUTES)
"""The attributes that tell whether x64 is on."""


def kind_test(system_of: SystemOf) -> Callable[[FunctionContext], Type]:
    """The hook of ``jnp.issubdtype(dtype, category)``."""

    def hook(ctx: FunctionContext) -> Type:
        """The outcome, if the dtype and the category are known."""
        if [len(types) for types in ctx.arg_types] != [1, 1]:
            return ctx.default_return_type
        (dtype,), (category,) = ctx.arg_types
        node = dtype_argument(ctx.api, ctx.args[0][0], dtype)
        name = _category(unfolded(category))
        if node is None or name is None:
            return ctx.default_return_type
        try:
            categories = ancestors(system_of(ctx).defaults.get(node, node))
        except KeyError:  # a Python type
            return ctx.default_return_type
        return _literal(ctx.api, name in categories)

    return hook


def complex_test(ctx: FunctionContext) -> Type:
    """The hook of ``jnp.iscomplexobj(x)``: the outcome, if the dtype of the array is known."""
    types = [t for types in ctx.arg_types for t in types]
    array = unfolded(types[0]) if len(types) == 1 else None
    dtypes = dtypes_of(array) if isinstance(array, Instance) and as_array(array) is not None else None
    kinds = {"complexfloating" in ancestors(dtype) for dtype in dtypes or ()}
    return _literal(ctx.api, kinds.pop()) if len(kinds) == 1 else ctx.default_return_type


def x64_read(system_of: SystemOf) -> Callable[[AttributeContext], Type]:
    """The hook of ``jax.config.jax_enable_x64``."""

    def hook(ctx: AttributeContext) -> Type:
        """Whether x64 is on."""
        system = system_of(ctx)
        if ctx.is_lvalue or system.name != "jax":
            return ctx.default_attr_type
        return _literal(ctx.api, system.x64)

    return hook


def default_type(ctx: AnyContext) -> Type:
    """The type that mypy infers by itself."""
    return ctx.default_attr_type if isinstance(ctx, AttributeContext) else ctx.default_return_type


def _category(t: Type) -> str | None:
    """The category that a class stands for, such as `jnp.floating`."""
    info = class_itself(t)
    if info is None or dtype_class(t) is not None:
        return None
    is_category = info.name in CATEGORIES and info.fullname.partition(".")[0] in ("numpy", "jaxtyping_promo")
    return info.name if is_category else None


def _literal(api: CheckerPluginInterface, value: bool) -> Type:
    return LiteralType(value, api.named_generic_type("builtins.bool", []))
