"""Reports conditionals whose branches return different dtypes, which JAX rejects: ``lax.cond``, ``lax.switch``.

JAX compares each leaf of the first branch with the same leaf of every other branch. A weak leaf counts as its default
dtype; nothing is promoted.
"""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import ARG_NAMED, ARG_POS, ARG_STAR, CallExpr, Expression, LambdaExpr, ListExpr, TupleExpr
from mypy.plugin import FunctionContext
from mypy.types import Instance, TupleType, Type

from ...diagnostics.codes import DTYPE_BRANCHES
from ...formats import FORMATS
from ...system import System
from ..any_type import ANYTHING
from ..contexts import FunctionHook, SystemOf
from ..mypy_compat.expressions import stored_type
from ..report import report_error
from ..severities import is_reported
from ..source_text import cast_text
from ..trees.branch_results import COND, SWITCH
from ..trees.leaf_trees import Tree, pairs_of, tree_of, type_of_tree
from ..trees.pytrees import tree_argument
from ..types.array_types import unfolded
from .function_results import inner_function, result_tree, traced
from .leaf_dtypes import different, loses_kind


class Branch(NamedTuple):
    """A branch of a conditional: how a message names it, the function, and its type."""

    name: str
    function: Expression
    type: Type


def checked_branches(hooks: dict[str, FunctionHook], system_of: SystemOf) -> dict[str, FunctionHook]:
    """The hooks of conditionals that also report branches.

    Args:
        hooks: the hooks that know the result of each conditional.
        system_of: the promotion system.
    """
    return {name: _checked(hook, name, system_of) for name, hook in hooks.items()}


def _checked(hook: FunctionHook, name: str, system_of: SystemOf) -> FunctionHook:
    """A hook that also reports branches."""
    if name not in (COND, SWITCH):
        return hook

    def checked(ctx: FunctionContext) -> Type:
        system = system_of(ctx)
        if system.name == "jax" and is_reported(ctx.api, DTYPE_BRANCHES):
            _report(ctx, name, system)
        return hook(ctx)

    return checked


def _report(ctx: FunctionContext, name: str, system: System) -> None:
    """Report each leaf whose dtype differs between the first branch and another one."""
    branches_and_operands = _branches(ctx, name)
    if branches_and_operands is None or len(branches_and_operands[0]) < 2:
        return
    branches, operands = branches_and_operands
    parameters = [type_of_tree(ctx.api, traced(ctx, _argument(ctx, *operand), system)) for operand in operands]
    trees = [result_tree(ctx, branch.function, branch.type, parameters, system) for branch in branches]
    first, *others = zip(branches, trees, strict=True)
    for branch, tree in others:
        if first[1] is None or tree is None:
            continue
        for path, one, other in pairs_of(first[1], tree):
            dtypes = different(one.type, other.type, system)
            if dtypes is None:
                continue
            message = (
                f"The branches of lax.{name.rpartition('.')[2]} must return the same dtypes: "
                f"{_leaf(path)}{dtypes[0]} in {first[0].name} and {dtypes[1]} in {branch.name}"
            )
            to_other = _keeps_more(dtypes[0], dtypes[1])
            side, leaf, dtype = (first[0], one, dtypes[1]) if to_other else (branch, other, dtypes[0])
            text = cast_text(ctx.api, leaf.expression, dtype)
            advice = f"Return {text}" if text else f"Cast the result of {side.name} with .astype(jnp.{dtype})"
            report_error(ctx, DTYPE_BRANCHES, message, advice, _place(ctx, side, leaf.expression))


def _leaf(path: str) -> str:
    """The beginning of a sentence about a leaf."""
    return f"result{path} is " if path else "the result is "


def _place(ctx: FunctionContext, branch: Branch, expression: Expression | None) -> Expression | None:
    """The expression that computes the leaf, if it is in the call."""
    function = inner_function(ctx, branch.function)
    return expression if isinstance(function, LambdaExpr) and function is branch.function else None


def _keeps_more(source: str, target: str) -> bool:
    """Whether a cast from one dtype to the other loses less than the cast back."""
    if loses_kind(source, target) or loses_kind(target, source):
        return not loses_kind(source, target)
    return FORMATS[target].bits > FORMATS[source].bits if {source, target} <= FORMATS.keys() else False


def _argument(ctx: FunctionContext, expression: Expression, t: Type) -> Tree:
    """The pytree of an operand."""
    return tree_of(ctx.api, tree_argument(ctx, expression, t), expression)


def _branches(ctx: FunctionContext, name: str) -> tuple[list[Branch], list[tuple[Expression, Type]]] | None:
    """The branches of a conditional, in JAX's order, and its operands; None if some are unknown."""
    if any(kind not in (ARG_POS, ARG_NAMED) for kinds in ctx.arg_kinds for kind in kinds):
        return None
    call = ctx.context
    if not isinstance(call, CallExpr) or ARG_STAR in call.arg_kinds:
        return None
    arguments = [
        (name, expression, t)
        for name, expressions, types in zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True)
        for expression, t in zip(expressions, types, strict=True)
    ]
    by_name = {n: (e, t) for n, e, t in arguments if n is not None}
    others: tuple[str, ...]
    if name == COND:
        if "true_fun" not in by_name or "false_fun" not in by_name:
            return None
        branches = [Branch(n, *by_name[n]) for n in ("true_fun", "false_fun")]
        others = ("pred", "true_fun", "false_fun")
    else:
        if "branches" not in by_name:
            return None
        functions, whole = by_name["branches"]
        if not isinstance(functions, ListExpr | TupleExpr):
            return None
        branches = [
            Branch(f"branch {i}", item, _type_of(ctx, item, whole, i)) for i, item in enumerate(functions.items)
        ]
        others = ("index", "branches")
    return branches, [(e, t) for n, e, t in arguments if n not in others]


def _type_of(ctx: FunctionContext, item: Expression, whole: Type, position: int) -> Type:
    """The type of an item of a list or tuple of functions."""
    stored: Type | None = stored_type(ctx.api, item)
    if stored is not None:
        return stored
    proper = unfolded(whole)
    if isinstance(proper, TupleType) and position < len(proper.items):
        return proper.items[position]
    return proper.args[-1] if isinstance(proper, Instance) and proper.args else ANYTHING
