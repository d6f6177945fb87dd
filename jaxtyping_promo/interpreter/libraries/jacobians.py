"""``jax.jacfwd``, ``jax.jacrev`` and ``jax.hessian``: trees of arrays for each leaf of the result and of the arguments.

In reverse mode a block has the dtype of the argument's leaf, in forward mode that of the result's leaf. A Hessian is a
Jacobian in forward mode of one in reverse mode, so its blocks have the dtype of the leaf that is differentiated first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..pytrees import map_leaves
from ..values import Array, Tuple, Value, only

if TYPE_CHECKING:
    from ..run import Run

FORWARD = ("jax.jacfwd",)
HESSIAN = ("jax.hessian",)


def jacobian(run: Run, name: str, result: Value, arguments: list[Value], *, is_single: bool, label: Any) -> Value:
    """The Jacobian or the Hessian of a function.

    Args:
        run: the run.
        name: the full name of the transformation.
        result: the result of the function, a tree of arrays.
        arguments: the arguments with respect to which it is differentiated.
        is_single: whether `argnums` is one number; then each block is no tuple.
        label: tells apart several calls at one node.
    """
    tree: Value = arguments[0] if is_single else (Tuple(tuple(arguments)),)

    def blocks(leaf: Value, of_result: bool, path: Any) -> Value:
        """The tree of the derivatives of one leaf with respect to the arguments."""
        return map_leaves(run, tree, lambda one: _block(leaf, one, of_result), (label, path))

    counter = iter(range(1 << 30))
    if name not in HESSIAN:
        return map_leaves(run, result, lambda leaf: blocks(leaf, name in FORWARD, next(counter)), (label, "jacobian"))

    def second(leaf: Value) -> Value:
        first = blocks(leaf, False, next(counter))
        return map_leaves(run, first, lambda one: blocks(one, True, next(counter)), (label, "second", next(counter)))

    return map_leaves(run, result, second, (label, "hessian"))


def _block(result: Value, argument: Value, of_result: bool) -> Value:
    """The derivatives of one array of the result with respect to one array of the arguments."""
    one, other = only(result, Array), only(argument, Array)
    if one is None or other is None:
        unknown = (Array(None, None, cause="a Jacobian of values that are not known"),)
        return result if one is None and len(result) == 1 and not isinstance(result[0], Array) else unknown
    shape = None if one.shape is None or other.shape is None else (*one.shape, *other.shape)
    chosen = one if of_result else other
    return (replace(chosen, shape=shape),)
