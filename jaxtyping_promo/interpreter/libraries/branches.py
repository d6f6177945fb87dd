"""``cond`` and ``switch``: functions of which one runs, with JAX's check that their results have the same dtypes."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from ...diagnostics.codes import DTYPE_BRANCHES
from ..arrays import strong
from ..call import Call
from ..findings import tell
from ..index_findings import losses_of_indices
from ..iteration import item_of, known_items
from ..leaf_paths import cast_of, keeps_more, lambda_result, leaf_expression, leaf_paths, place_in_call
from ..modes import jax_systems
from ..places import place_of
from ..pytrees import TreeMismatchError, flatten, flatten_like, join_trees, unflatten
from ..structure_mismatch import certainly_differs
from ..values import (
    BOTTOM,
    FALSE,
    NONE,
    TRUE,
    Array,
    Partial,
    Value,
    join,
    only,
)
from .control_flow import traced_call
from .instance_checks import is_callable
from .pytree_classes import nnx_references
from .registry import model
from .transformations import to_arrays, traced_outside

if TYPE_CHECKING:
    from ..run import Run


@model("jax.lax.cond", "flax.linen.cond", "flax.nnx.cond", "haiku.cond")
def cond(run: Run, call: Call) -> Value:
    """``jax.lax.cond(pred, true_fun, false_fun, *operands)``, and ``cond(pred, x, true_fun, y, false_fun)``."""
    of_branches = _branches_with_operands(run, call)
    if of_branches is not None:
        return _branches(run, of_branches, [], call)
    operands = list(call.arguments[3:])
    if "operand" in call.keywords:
        operands.append(call.keywords["operand"])
    branches = [call.get(1, "true_fun"), call.get(2, "false_fun")]
    return _branches(run, branches, operands, call)


def _branches_with_operands(run: Run, call: Call) -> list[Value] | None:
    """The branches of a call of ``cond`` in which each branch has an operand of its own; None for other calls."""
    names = ("pred", "true_operand", "true_fun", "false_operand", "false_fun")
    if not call.is_exact or len(call.arguments) + len(call.keywords) != len(names) or "operand" in call.keywords:
        return None
    _, x, true_fun, y, false_fun = (call.get(position, name) for position, name in enumerate(names))
    if any(is_callable(run, function) != TRUE for function in (true_fun, false_fun)) or is_callable(run, x) != FALSE:
        return None
    return [(Partial(true_fun, (x,), ()),), (Partial(false_fun, (y,), ()),)]


@model("jax.lax.switch", "flax.linen.switch", "flax.nnx.switch", "haiku.switch")
def switch(run: Run, call: Call) -> Value:
    """``jax.lax.switch(index, branches, *operands)``."""
    _check_index(run, call)
    branches = known_items(run, call.get(1, "branches"))
    operands = list(call.arguments[2:])
    if "operand" in call.keywords:
        operands.append(call.keywords["operand"])
    if branches is None:
        branches = [item_of(run, call.get(1, "branches"))]
    return _branches(run, branches, operands, call)


@model("jax.lax.platform_dependent")
def platform_dependent(run: Run, call: Call) -> Value:
    """``jax.lax.platform_dependent(*operands, default=f, cpu=g)``: one of the functions, by the platform."""
    branches = [value for value in call.keywords.values() if value and value != NONE]
    return _branches(run, branches, list(call.arguments), call)


def _check_index(run: Run, call: Call) -> None:
    """Report an index of ``switch`` that JAX rejects."""
    node = call.node.args[0] if isinstance(call.node, ast.Call) and call.node.args else None
    systems = jax_systems(run)
    for loss in losses_of_indices(run, "jax.lax.switch", call.get(0, "index"), node, systems[0]):
        tell(run, place_of(call.node, run.source.path), loss.code, loss.message, loss.advice, raises=True)


def _branches(run: Run, branches: list[Value], operands: list[Value], call: Call) -> Value:
    """The join of the results of several branches, which must have the same dtypes."""
    with nnx_references(run, is_on=call.name.startswith("flax.nnx.")):
        return _join_of_branches(run, branches, operands, call)


def _join_of_branches(run: Run, branches: list[Value], operands: list[Value], call: Call) -> Value:
    given = [to_arrays(run, value, ("operand", index)) for index, value in enumerate(operands)]
    results: list[tuple[int, Value]] = []

    flag = traced_outside(run, call.everything())

    def follow(index: int, branch: Value) -> Value:
        with run.staging():
            result = traced_call(run, branch, given, call, ("branch", index, call.label))
        result = to_arrays(run, result, ("branch", index, id(call.node)), flag=flag)
        if run.heap is not None:
            results.append((index, result))
        return BOTTOM

    run.branch(*(lambda index=index, branch=branch: follow(index, branch) for index, branch in enumerate(branches)))
    if not results or run.heap is None:
        return BOTTOM
    first, merged = results[0]
    for index, result in results[1:]:
        _compare_branches(run, merged, result, (first, index), branches, call)
        merged = _merge_weak(run, merged, result, call)
    return merged


def _compare_branches(
    run: Run, left: Value, right: Value, indices: tuple[int, int], branches: list[Value], call: Call
) -> None:
    """Report each leaf whose dtype differs between the first branch and another one."""
    leaves, structure = flatten(run, left)
    place = place_of(call.node, run.source.path)
    try:
        others = flatten_like(run, structure, right)
    except TreeMismatchError:
        if certainly_differs(run, structure, right):
            message = "The branches return values of different structures: JAX raises a TypeError"
            tell(run, place, DTYPE_BRANCHES, message, "Return the same structure from each branch", raises=True)
        return
    names = [_branch_name(call, index) for index in indices]
    for path, one_value, other_value in zip(leaf_paths(structure), leaves, others, strict=True):
        one, other = only(one_value, Array), only(other_value, Array)
        if one is None or other is None:
            continue
        first, second = strong(run, one.dtype), strong(run, other.dtype)
        if first is None or second is None or first == second:
            continue
        leaf = f"result{''.join(path)}" if path else "the result"
        message = (
            f"The branches of {call.name.removeprefix('jax.')} must return the same dtypes: "
            f"{leaf} is {first} in {names[0]} and {second} in {names[1]}"
        )
        side, dtype = (0, second) if keeps_more(first, second) else (1, first)
        node = leaf_expression(lambda_result(run, branches[indices[side]]), path)
        cast = cast_of(run, node, dtype)
        advice = f"Return {cast}" if cast else f"Cast the result of {names[side]} with .astype(jnp.{dtype})"
        tell(run, place_in_call(run, node, call), DTYPE_BRANCHES, message, advice, raises=True)


def _branch_name(call: Call, index: int) -> str:
    """How a message names a branch."""
    return ("true_fun", "false_fun")[index] if call.short_name == "cond" else f"branch {index}"


def _merge_weak(run: Run, left: Value, right: Value, call: Call) -> Value:
    """The result of two branches, which may be weak and strong: that of the last one of ``cond``, of the first else."""
    leaves, structure = flatten(run, left)
    try:
        others = flatten_like(run, structure, right)
    except TreeMismatchError:
        return join_trees(run, left, right, ("branches", id(call.node)))
    merged: list[Value] = []
    for one_value, other_value in zip(leaves, others, strict=True):
        one, other = only(one_value, Array), only(other_value, Array)
        dtypes = [strong(run, leaf.dtype) for leaf in (one, other) if leaf is not None]
        is_same = len(dtypes) == 2 and dtypes[0] == dtypes[1] is not None
        if one and other and is_same and one.dtype != other.dtype and call.short_name in ("cond", "switch"):
            merged.append((replace(other, shape=one.shape) if call.short_name == "cond" else one,))
        else:
            merged.append(join(one_value, other_value))
    return unflatten(run, structure, iter(merged), ("branches", id(call.node), call.label))
