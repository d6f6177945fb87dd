"""The pytree that a function returns for arguments of some types, with one type for each leaf."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import CallExpr, DictExpr, Expression, LambdaExpr, ListExpr, NameExpr, RefExpr, TupleExpr
from mypy.types import AnyType, CallableType, ErasedType, Instance, Type

from ...system import System
from ..contexts import Context
from ..flow.assignments import assignments_of, key_of
from ..functions.leaf_trees import ANY, Leaf, Node, Tree, changed, tree_of
from ..functions.pytrees import applied, function_of, inside
from ..mypy_compat import current_file
from ..types.array_types import unfolded
from ..types.expression_types import function_type, type_of
from ..types.operands import as_array
from .lambda_types import remembered
from .partial import is_partial

WRAPPERS = frozenset(
    (
        "jax._src.ad_checkpoint.checkpoint",
        "jax._src.ad_checkpoint.remat",
        "jax._src.api.jit",
        "jax.named_call",
    )
)
"""The transformations whose functions return arrays of the same dtypes as before."""


def held(ctx: Context, function: Expression) -> Expression:
    """The lambda or call that a variable holds which is assigned just once; any other expression as it is."""
    assignments = assignments_of(current_file(ctx.api))
    key = key_of(function) if isinstance(function, NameExpr) else None
    return function if key is None else assignments.functions.get(key, function)


def unwrapped(ctx: Context, function: Expression) -> Expression:
    """The function in ``jax.checkpoint(function)`` or ``jax.jit(function)``."""
    found = held(ctx, function)
    if (
        isinstance(found, CallExpr)
        and isinstance(found.callee, RefExpr)
        and found.callee.fullname in WRAPPERS
        and found.args
        and found.arg_names[0] in (None, "fun", "f")
    ):
        return unwrapped(ctx, found.args[0])
    return found


def result_tree(ctx: Context, function: Expression, t: Type, parameters: Sequence[Type], system: System) -> Tree | None:
    """The tree that a function returns; None if it is not known.

    Args:
        ctx: of the call that the function is given to.
        function: the function.
        t: its type.
        parameters: the types of the arguments that it is called with.
        system: the promotion system.
    """
    function = unwrapped(ctx, function)
    if isinstance(function, LambdaExpr):
        if len(function.arguments) != len(parameters):
            return None
        made = remembered(ctx.api, function, ("leaves", *parameters), lambda: _lambda_result(ctx, function, parameters))
    elif isinstance(function, RefExpr) or is_partial(function):
        callee = function_of(function, t)
        found = None if callee is None else applied(ctx, callee, [*parameters])
        made = None if found is None else tree_of(ctx.api, found, None)
    else:
        return None
    return None if made is None else traced(ctx, made, system)


def _lambda_result(ctx: Context, function: LambdaExpr, parameters: Sequence[Type]) -> Tree | None:
    result = function.expr()
    is_display = isinstance(result, DictExpr | ListExpr | TupleExpr)
    expected = ErasedType() if is_display else ANY
    found = unfolded(type_of(ctx.api, function, function_type(ctx.api, parameters, expected)))
    return tree_of(ctx.api, found.ret_type, result) if isinstance(found, CallableType) else None


def traced(ctx: Context, tree: Tree, system: System) -> Tree:
    """A tree in a function that JAX traces: numbers become arrays, and leaves that are no arrays are unknown."""

    def entered(path: str, leaf: Leaf) -> Type:
        proper = unfolded(leaf.type)
        if isinstance(proper, AnyType):
            return ANY
        found = unfolded(inside(ctx, proper, system))
        return found if isinstance(found, Instance) and as_array(found) is not None else ANY

    return changed(tree, entered)


def child_of(tree: Tree | None, key: str) -> Tree | None:
    """The part of a tree that a key selects; None if the tree is unknown or has no such part."""
    return tree.children.get(key) if isinstance(tree, Node) else None
