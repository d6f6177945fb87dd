"""Computes the pytree that a function returns for arguments of some types, with one type for each leaf.

The reports of carries, branches and derivatives call `result_tree`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import CallExpr, DictExpr, Expression, LambdaExpr, ListExpr, NameExpr, RefExpr, TupleExpr
from mypy.types import AnyType, CallableType, ErasedType, Instance, Type

from ...system import System
from ..any_type import ANYTHING
from ..callables.lambda_types import remembered
from ..callables.partial import is_partial
from ..contexts import Context
from ..jax_names import WRAPPERS
from ..mypy_compat.modules import current_file
from ..trees.leaf_results import function_of, result_for_leaves
from ..trees.leaf_trees import Leaf, Node, Tree, changed, tree_of
from ..trees.pytrees import inside
from ..types.array_types import unfolded
from ..types.expression_types import function_type, type_of
from ..types.operands import as_array
from ..variables.assignments import assignments_of
from ..variables.keys import key_of

SAME_DTYPES = frozenset((*WRAPPERS, "jax._src.api.jit"))
"""The transformations whose functions return arrays of the same dtypes as the inner function."""


def single_value(ctx: Context, function: Expression) -> Expression:
    """The lambda or call in a variable that is assigned only once; other expressions are unchanged."""
    assignments = assignments_of(current_file(ctx.api))
    key = key_of(function) if isinstance(function, NameExpr) else None
    return function if key is None else assignments.functions.get(key, function)


def inner_function(ctx: Context, function: Expression) -> Expression:
    """The inner function of ``jax.checkpoint(function)`` or ``jax.jit(function)``."""
    value = single_value(ctx, function)
    if (
        isinstance(value, CallExpr)
        and isinstance(value.callee, RefExpr)
        and value.callee.fullname in SAME_DTYPES
        and value.args
        and value.arg_names[0] in (None, "fun", "f")
    ):
        return inner_function(ctx, value.args[0])
    return value


def result_tree(ctx: Context, function: Expression, t: Type, parameters: Sequence[Type], system: System) -> Tree | None:
    """The pytree that a function returns; None if it is unknown.

    Args:
        ctx: the call that the function is passed to.
        function: the function.
        t: its type.
        parameters: the types of the arguments that it receives.
        system: the promotion system.
    """
    function = inner_function(ctx, function)
    if isinstance(function, LambdaExpr):
        if len(function.arguments) != len(parameters):
            return None
        tree = remembered(ctx, function, ("leaves", *parameters), lambda: _lambda_result(ctx, function, parameters))
    elif isinstance(function, RefExpr) or is_partial(function):
        callee = function_of(function, t)
        returned = None if callee is None else result_for_leaves(ctx, callee, [*parameters])
        tree = None if returned is None else tree_of(ctx.api, returned, None)
    else:
        return None
    return None if tree is None else traced(ctx, tree, system)


def _lambda_result(ctx: Context, function: LambdaExpr, parameters: Sequence[Type]) -> Tree | None:
    """The pytree that a lambda returns for parameters of these types."""
    result = function.expr()
    is_literal = isinstance(result, DictExpr | ListExpr | TupleExpr)
    expected = ErasedType() if is_literal else ANYTHING
    lambda_type = unfolded(type_of(ctx.api, function, function_type(ctx.api, parameters, expected)))
    return tree_of(ctx.api, lambda_type.ret_type, result) if isinstance(lambda_type, CallableType) else None


def traced(ctx: Context, tree: Tree, system: System) -> Tree:
    """A pytree inside a function that JAX traces: numbers become arrays, and other leaves are unknown."""

    def entered(path: str, leaf: Leaf) -> Type:
        proper = unfolded(leaf.type)
        if isinstance(proper, AnyType):
            return ANYTHING
        traced_type = unfolded(inside(ctx, proper, system))
        return traced_type if isinstance(traced_type, Instance) and as_array(traced_type) is not None else ANYTHING

    return changed(tree, entered)


def child_of(tree: Tree | None, key: str) -> Tree | None:
    """The part of a pytree that a key selects; None if there is no such part."""
    return tree.children.get(key) if isinstance(tree, Node) else None
