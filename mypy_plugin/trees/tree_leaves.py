"""Computes the results of ``jax.tree.leaves``, ``jax.tree.reduce`` and ``ravel_pytree``.

`leaves`, `reduced_leaves` and `raveled` are function hooks.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type, is_subtype
from mypy.types import Instance, NoneType, TupleType, Type, get_proper_type

from ...system import System
from ..types.array_types import unfolded
from ..types.operands import as_array, dtypes_of, is_python_number
from .leaf_results import function_of, result_for_leaves
from .pytrees import CONTAINERS, is_known_pytree, tree_argument

LEAVES = ("jax._src.tree.leaves", "jax._src.tree_util.tree_leaves")
REDUCTIONS = ("jax._src.tree.reduce", "jax._src.tree_util.tree_reduce")
RAVELED = "jax.flatten_util.ravel_pytree"


def leaves(ctx: FunctionContext) -> Type:
    """Function hook of `LEAVES`: a list of arrays, if all leaves have the same dtype."""
    leaf = _leaf(ctx, 0)
    expected = get_proper_type(ctx.api.type_context[-1])
    if leaf is None or any(ctx.args[1:]):
        return ctx.default_return_type
    result = ctx.api.named_generic_type("builtins.list", [leaf])
    if expected is not None and not is_subtype(result, expected):
        return ctx.default_return_type  # the context expects a list of a wider type, as which mypy may infer a new list
    return result


def raveled(ctx: FunctionContext, system: System) -> Type:
    """Function hook of `RAVELED`: an array of the dtype that all leaves have.

    JAX makes a strong array of several weak ones.

    The function in the result rebuilds the pytree. Its type stays general, since mypy would otherwise reject the
    function of another pytree in the same variable.
    """
    leaf, pair = _leaf(ctx, 0), get_proper_type(ctx.default_return_type)
    if leaf is None or not isinstance(pair, TupleType) or pair.length() != 2 or _may_be_weak(leaf, system):
        return pair
    return pair.copy_modified(items=[leaf, pair.items[1]])


def reduced_leaves(ctx: FunctionContext) -> Type:
    """Function hook of `REDUCTIONS`: the accumulated type, if it no longer changes with further leaves.

    A pytree without leaves returns the initializer. Without an initializer, a pytree with one leaf returns that leaf.
    """
    leaf = _leaf(ctx, 1)
    if leaf is None or len(ctx.args[0]) != 1 or any(ctx.args[3:]):
        return ctx.default_return_type
    function = function_of(ctx.args[0][0], ctx.arg_types[0][0])
    carried = ctx.arg_types[2][0] if ctx.arg_types[2] else leaf
    first = None if function is None else result_for_leaves(ctx, function, [carried, leaf])
    if function is None or first is None or not (is_known_pytree(first) or is_python_number(first)):
        return ctx.default_return_type
    second = result_for_leaves(ctx, function, [first, leaf])
    is_steady = second is not None and is_same_type(first, second)
    return first if is_steady and (ctx.arg_types[2] or is_same_type(first, leaf)) else ctx.default_return_type


def _may_be_weak(array: Type, system: System) -> bool:
    """Whether an array may be weak."""
    dtypes = dtypes_of(array)
    return dtypes is not None and not system.defaults.keys().isdisjoint(dtypes)


def _leaf(ctx: FunctionContext, position: int) -> Type | None:
    """The common type of all leaves of an argument; None if they differ, or are not arrays of known dtype."""
    if len(ctx.args[position]) != 1:
        return None
    leaf_types = [*_leaves_of(tree_argument(ctx, ctx.args[position][0], ctx.arg_types[position][0]))]
    first = leaf_types[0] if leaf_types else None
    if first is None or not is_known_pytree(first):
        return None
    return first if all(leaf is not None and is_same_type(leaf, first) for leaf in leaf_types) else None


def _leaves_of(tree: Type) -> Iterator[Type | None]:
    """The types of a pytree's leaves, with None for leaves other than arrays."""
    proper = unfolded(tree)
    if isinstance(proper, TupleType):
        for item in proper.items:
            yield from _leaves_of(item)
    elif isinstance(proper, Instance) and proper.type.fullname in CONTAINERS:
        yield from _leaves_of(proper.args[-1])
    elif not isinstance(proper, NoneType):  # None is a pytree without leaves
        yield proper if isinstance(proper, Instance) and as_array(proper) is not None else None
