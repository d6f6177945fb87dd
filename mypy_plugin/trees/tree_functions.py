"""Computes the results of functions on pytrees of arrays: ``jax.tree.map``, ``jax.device_put``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mypy.nodes import (
    ARG_STAR,
)
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type, is_subtype
from mypy.types import (
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    flatten_nested_unions,
)

from ..any_type import ANYTHING
from ..types.array_types import unfolded
from ..types.operands import as_array
from ..types.tuples import is_plain_tuple
from .leaf_results import function_of, result_for_leaves
from .pytrees import is_container, is_expected, is_known_pytree, is_of_arrays, tree_argument

TREE_MAPS = ("jax._src.tree.map", "jax._src.tree_util.tree_map")
"""``jax.tree.map`` by the names of its definitions."""
MAPS_WITH_PATH = ("jax.tree.map_with_path", "jax.tree_util.tree_map_with_path")
"""``jax.tree.map_with_path``, whose function also receives the path of each leaf."""
PASSED_THROUGH = (
    "jax._src.api.device_put",
    "jax._src.pjit.with_sharding_constraint",
    "jax._src.pjit.reshard",
    "jax._src.ad_checkpoint.checkpoint_name",
)
"""The functions that return the arrays of a pytree unchanged, and convert its other leaves to arrays."""


def mapped_tree(ctx: FunctionContext, before: Sequence[Type] = ()) -> Type:
    """Function hook of `TREE_MAPS`: a pytree of results for a pytree of arrays in lists, tuples and dicts.

    Args:
        ctx: the call.
        before: the types of the arguments that the function receives before the leaves.
    """
    functions, trees, _, *others = ctx.arg_types
    if len(functions) != 1 or len(trees) != 1 or any(ARG_STAR in kinds for kinds in ctx.arg_kinds) or any(others):
        return ctx.default_return_type
    tree, *rest = (
        tree_argument(ctx, *argument)
        for argument in zip(ctx.args[1] + ctx.args[2], trees + ctx.arg_types[2], strict=True)
    )
    function = function_of(ctx.args[0][0], functions[0])
    if function is None:
        return ctx.default_return_type
    result = mapped_pytree(lambda leaves: result_for_leaves(ctx, function, [*before, *leaves]), tree, rest)
    return result if result is not None and is_expected(ctx, result) else ctx.default_return_type


def mapped_with_path(ctx: FunctionContext) -> Type:
    """Function hook of `MAPS_WITH_PATH`: paths are tuples with items of any type."""
    return mapped_tree(ctx, [ctx.api.named_generic_type("builtins.tuple", [ANYTHING])])


def mapped_pytree(leaf: Callable[[list[Type]], Type | None], tree: Type, rest: list[Type]) -> Type | None:
    """The pytree of results for a pytree of arrays; None if any leaf is unknown.

    Args:
        leaf: returns the result for an array and the items of the other trees in its place; None if it is unknown.
        tree, rest: the pytrees.
    """
    proper = unfolded(tree)
    others = [unfolded(other) for other in rest]
    if isinstance(proper, TupleType):
        items = [mapped_pytree(leaf, t, [_item(o, i) for o in others]) for i, t in enumerate(proper.items)]
        leaf_types = [item for item in items if item is not None]
        if len(leaf_types) < len(items):
            return None
        if is_plain_tuple(proper):
            return proper.copy_modified(items=leaf_types)
        declared = proper.partial_fallback.type.tuple_type  # the attributes of a named tuple have these types
        is_kept = declared is not None and all(map(_is_as_declared, leaf_types, declared.items))
        return proper if is_kept else None
    if isinstance(proper, NoneType):
        return proper  # a tree without leaves
    if not isinstance(proper, Instance):
        return None
    if as_array(proper) is not None:
        return leaf([tree, *rest])
    if is_container(proper):
        values = [o.args[-1] if isinstance(o, Instance) and o.type is proper.type else ANYTHING for o in others]
        value = mapped_pytree(leaf, proper.args[-1], values)
        return None if value is None else proper.copy_modified(args=[*proper.args[:-1], value])
    return None


def _is_as_declared(t: Type, declared: Type) -> bool:
    """Whether a result matches the declared type of a named tuple's attribute.

    An array also matches a declared array of unknown dtype.
    """
    return is_same_type(t, declared) or (
        is_of_arrays(declared) and not is_known_pytree(declared) and is_subtype(t, declared)
    )


def _item(t: ProperType, position: int) -> Type:
    """The item of a tuple type at a position; `Any` if the tuple is shorter."""
    return t.items[position] if isinstance(t, TupleType) and position < len(t.items) else ANYTHING


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
