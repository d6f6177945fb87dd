"""Results of functions that return a pytree of arrays unchanged: `jax.device_put`.

What `jax.tree.map` and `jax.tree.leaves` return is left to the interpreter.
"""

from __future__ import annotations

from mypy.plugin import FunctionContext
from mypy.types import NoneType, Type, flatten_nested_unions

from ..types.array_types import unfolded
from .pytrees import is_expected, is_of_arrays, tree_argument

PASSED_THROUGH = (
    "jax._src.api.device_put",
    "jax._src.pjit.with_sharding_constraint",
    "jax._src.pjit.reshard",
    "jax._src.ad_checkpoint.checkpoint_name",
)
"""The functions that return the arrays of a pytree unchanged, and convert its other leaves to arrays."""


def passed_through(ctx: FunctionContext) -> Type:
    """Function hook of `PASSED_THROUGH`: the argument's type.

    mypy infers `Any` for an array of unknown dtype, which fits all overloads.
    """
    if not ctx.args or len(ctx.args[0]) != 1:
        return ctx.default_return_type
    tree = tree_argument(ctx, ctx.args[0][0], ctx.arg_types[0][0])
    items = flatten_nested_unions([tree])
    is_kept = all(isinstance(unfolded(item), NoneType) or is_of_arrays(item) for item in items)
    return tree if is_kept and is_expected(ctx, tree) else ctx.default_return_type
