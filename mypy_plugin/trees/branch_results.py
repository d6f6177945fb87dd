"""Computes the results of ``lax.cond``, ``lax.switch`` and ``lax.map`` from the functions that they call."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import (
    ARG_STAR,
    CallExpr,
    LambdaExpr,
    ListExpr,
    RefExpr,
    TupleExpr,
)
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
)

from ...system import System
from ..types.array_types import unfolded, without_dtypes
from ..types.operands import as_array, dtypes_of
from .leaf_results import result_for_leaves
from .pytrees import CONTAINERS, inside, is_expected, is_of_arrays, tree_arguments

COND = "jax._src.lax.control_flow.conditionals.cond"
SWITCH = "jax._src.lax.control_flow.conditionals.switch"
MAP = "jax._src.lax.control_flow.loops.map"
BRANCHES = (COND, SWITCH, MAP)
"""The functions that return the result of one of their function arguments on the operands, or on their rows."""


def branch_hooks(
    system_of: Callable[[FunctionContext], System],
) -> dict[str, Callable[[FunctionContext], Type]]:
    """The hooks of `BRANCHES`, by full name."""
    return dict.fromkeys(BRANCHES, lambda ctx: branched(ctx, system_of(ctx)))


def branched(ctx: FunctionContext, system: System) -> Type:
    """The common result of all functions on the operands; mypy alone infers too little for lambdas.

    Some results may be weak and others strong. Then `jax.lax.cond` returns the result type of the function for False,
    and `jax.lax.switch` that of the first function.
    """
    default, args = ctx.default_return_type, dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    last = next((name for name in ("xs", "branches", "false_fun") if name in args), None)
    is_plain = not args.get("operand") and not any(ARG_STAR in kinds for kinds in ctx.arg_kinds)
    if last is None or not _may_hold_arrays(default) or not is_plain or system.name != "jax":
        return default
    position = ctx.callee_arg_names.index(last)  # operands have a parameter each, where mypy knows how many there are
    operand_slice = slice(position, position + 1) if last == "xs" else slice(position + 1, None)
    leaves = [leaf for t in tree_arguments(ctx, operand_slice) if (leaf := inside(ctx, t, system)) is not None]
    functions = [*args.get("false_fun", []), *args.get("true_fun", []), *args.get("f", [])]
    for branches in args.get("branches", []):
        functions += branches.items if isinstance(branches, ListExpr | TupleExpr) else [branches]
    if len(leaves) < len(tree_arguments(ctx, operand_slice)) or not all(map(is_of_arrays, leaves)):
        return default
    results: list[Type] = []
    for function in functions:
        is_function = isinstance(function, RefExpr | LambdaExpr | CallExpr)  # such as `jax.grad(loss)`
        returned = result_for_leaves(ctx, function, leaves) if is_function else None
        result = None if returned is None else inside(ctx, returned, system)
        if result is None or not is_of_arrays(result):
            return default
        results.append(result)
    if not results or not is_expected(ctx, results[0]):
        return default
    return results[0] if all(_is_alike(r, results[0], system) for r in results) else without_dtypes(default)


def _is_alike(tree: Type, other: Type, system: System) -> bool:
    """Whether the arrays of two pytrees have the same dtypes, apart from weakness."""
    one, two = unfolded(tree), unfolded(other)
    if isinstance(one, TupleType) and isinstance(two, TupleType) and one.length() == two.length():
        return all(_is_alike(a, b, system) for a, b in zip(one.items, two.items, strict=True))
    if not isinstance(one, Instance) or not isinstance(two, Instance):
        return is_same_type(one, two)
    if one.type is not two.type:
        return False
    if as_array(one) is None:
        return not one.args or _is_alike(one.args[-1], two.args[-1], system)
    dtypes_of_both = [dtypes_of(one), dtypes_of(two)]
    dtypes = [{system.stored(node) for node in nodes} for nodes in dtypes_of_both if nodes is not None]
    return len(dtypes) < len(dtypes_of_both) or dtypes[0] == dtypes[1]


def _may_hold_arrays(t: Type) -> bool:
    """Whether a type is an array or a pytree, or may be anything."""
    proper = unfolded(t)
    if isinstance(proper, AnyType | TupleType):
        return True
    is_tree = isinstance(proper, Instance) and proper.type.fullname in (*CONTAINERS, "builtins.tuple")
    return is_tree or is_of_arrays(proper)
