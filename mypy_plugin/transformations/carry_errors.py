"""Reports loops whose body returns a carry of another dtype than it receives: ``lax.scan``, ``while_loop``.

JAX traces the body with the initial carry. A weak leaf, such as a Python number, may come out with another dtype. Then
JAX converts it to the promotion of both dtypes, and traces the body once more. After that each leaf must keep its
dtype, or JAX rejects the loop.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import NoneType, Type

from ...diagnostics.codes import DTYPE_CARRY, DTYPE_PROMOTION, DTYPE_UNSUPPORTED
from ...dtype_info import dtype_info
from ...system import System
from ..any_type import ANYTHING
from ..contexts import FunctionHook, SystemOf
from ..flow.inferred_unions import is_unannotated
from ..report import report_error
from ..severities import is_reported
from ..source_text import cast_text
from ..trees.leaf_trees import Leaf, Tree, changed, pairs_of, tree_of, type_of_tree
from ..trees.pytrees import tree_argument
from ..types.array_types import array_class, array_of, without_dtypes
from ..types.operands import dtypes_of, known_dtype
from .function_results import child_of, inner_function, result_tree, traced
from .leaf_dtypes import different, loses_kind
from .loops import LOOPS, Loop

NEW_ARRAYS = frozenset(("zeros", "ones", "empty", "full"))
"""The functions of `jax.numpy` that make bools which are never weak."""


class Mismatch(NamedTuple):
    """A leaf of a carry that changes its dtype.

    Attributes:
        path: the path of the leaf in the carry.
        before, after: the dtypes that the body receives and returns.
        start: whether the loop works if the leaf starts with the dtype that the body returns.
        result: the expression of the leaf in the body, if the body has a container literal.
    """

    path: str
    before: str
    after: str
    start: bool
    result: Expression | None


def checked_loops(hooks: dict[str, FunctionHook], system_of: SystemOf) -> dict[str, FunctionHook]:
    """The hooks of the loops that also report carries.

    Args:
        hooks: the hooks that know the result of each loop.
        system_of: the promotion system.
    """
    return {name: _checked(hook, LOOPS[name], system_of) for name, hook in hooks.items()}


def _checked(hook: FunctionHook, loop: Loop, system_of: SystemOf) -> FunctionHook:
    """A hook that also reports the carry."""

    def checked(ctx: FunctionContext) -> Type:
        system = system_of(ctx)
        is_wanted = system.name == "jax" and is_reported(ctx.api, DTYPE_CARRY, DTYPE_PROMOTION, DTYPE_UNSUPPORTED)
        is_rejected = is_wanted and _report(ctx, loop, system)
        return without_dtypes(hook(ctx)) if is_rejected else hook(ctx)

    return checked


def _report(ctx: FunctionContext, loop: Loop, system: System) -> bool:
    """Report each leaf of the carry that changes its dtype; whether there is a report."""
    arguments = zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True)
    by_name = {name: (values[0], types[0]) for name, values, types in arguments if name and len(values) == 1}
    if loop.body not in by_name or loop.init not in by_name:
        return False
    body, body_type = by_name[loop.body]
    carry = traced(ctx, _argument(ctx, *by_name[loop.init]), system)
    rows = [row_type(ctx, by_name, system)] if loop.result else []

    def next_carry(carried: Tree) -> Tree | None:
        """The carry that the body returns for a carry; None if it is unknown."""
        parameters = [type_of_tree(ctx.api, carried), *rows]
        if loop.position:
            parameters.insert(0, _counter(ctx, by_name, system))
        made = result_tree(ctx, body, body_type, parameters, system)
        return child_of(made, loop.result) if loop.result else made

    init = by_name[loop.init][0]
    changes = [
        mismatch
        for mismatch in mismatches(ctx, carry, next_carry, system)
        if mismatch.before != "bool_" or _is_strong_bool(ctx.api, init, mismatch.path)
    ]
    has_report = False
    for mismatch in changes:
        function = inner_function(ctx, body)
        is_here = isinstance(function, LambdaExpr) and function is body
        message = (
            f"The carry of {loop.name} must keep its dtype: "
            f"carry{mismatch.path} is {mismatch.before} and becomes {mismatch.after}"
        )
        place = mismatch.result if is_here else None
        has_report |= report_error(ctx, DTYPE_CARRY, message, _advice(ctx, mismatch), place)
    _report_bounds(ctx, by_name, system)
    _report_condition(ctx, by_name, carry, system)
    return has_report


def _report_bounds(ctx: FunctionContext, by_name: dict[str, tuple[Expression, Type]], system: System) -> None:
    """Report bounds of `lax.fori_loop` with two dtypes, since JAX converts only a weak integer."""
    if "lower" not in by_name or "upper" not in by_name:
        return
    bounds = [traced(ctx, _argument(ctx, *by_name[name]), system) for name in ("lower", "upper")]
    lower, upper = (known_dtype(bound.type) if isinstance(bound, Leaf) else None for bound in bounds)
    if lower is None or upper is None or system.stored(lower) == system.stored(upper):
        return
    is_signed = all(dtype_info(system.stored(dtype)).kind == "signed" for dtype in (lower, upper))
    if is_signed and (lower in system.defaults) != (upper in system.defaults):
        return
    message = (
        "The bounds of lax.fori_loop must have the same dtype: "
        f"lower is {system.stored(lower)} and upper is {system.stored(upper)}"
    )
    strong = "lower" if upper in system.defaults else "upper"
    text = cast_text(ctx.api, by_name[strong][0], "int32")
    report_error(ctx, DTYPE_PROMOTION, message, f"Write {text}" if text else f"Cast {strong} with .astype(jnp.int32)")


def _report_condition(
    ctx: FunctionContext, by_name: dict[str, tuple[Expression, Type]], carry: Tree, system: System
) -> None:
    """Report a condition of `lax.while_loop` that returns no bool."""
    if "cond_fun" not in by_name:
        return
    made = result_tree(ctx, *by_name["cond_fun"], [type_of_tree(ctx.api, carry)], system)
    dtype = known_dtype(made.type) if isinstance(made, Leaf) else None
    if dtype is None or dtype == "bool_":
        return
    message = f"The condition of lax.while_loop must return a bool, and this one returns {system.stored(dtype)}"
    report_error(
        ctx, DTYPE_UNSUPPORTED, message, "Compare, as in x != 0", made.expression if isinstance(made, Leaf) else None
    )


def _is_strong_bool(api: CheckerPluginInterface, init: Expression, path: str) -> bool:
    """Whether a leaf of the initial carry holds bools that JAX does not promote.

    JAX marks the result of comparing weak arrays, `jnp.asarray(1.0) > 0`, as weak, and promotes such a carry. Its type
    does not show it. Literals, new arrays and variables with a declared type are trusted.
    """
    for index, key in re.findall(r"""\[(?:(\d+)|['"](\w+)['"])\]""", path):
        match init:
            case TupleExpr(items=items) | ListExpr(items=items) if index and int(index) < len(items):
                before = items[: int(index) + 1]
                if any(isinstance(item, StarExpr) for item in before):
                    return False
                init = before[-1]
            case DictExpr(items=pairs):
                matching_values = [value for name, value in pairs if isinstance(name, StrExpr) and name.value == key]
                if len(matching_values) != 1:
                    return False
                init = matching_values[0]
            case _:
                return False
    match init:
        case CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name)):
            return name in NEW_ARRAYS
        case NameExpr(node=Var() as var):
            is_declared = not var.is_inferred and not is_unannotated(api, init)
            return is_declared or init.fullname in ("builtins.True", "builtins.False")
    return False


def _advice(ctx: FunctionContext, mismatch: Mismatch) -> str:
    """The remedy: a cast of the body's result, unless it would turn fractions into integers."""
    text = cast_text(ctx.api, mismatch.result, mismatch.before)
    cast = f"Cast what the body returns with .astype(jnp.{mismatch.before})"
    advice = cast if text is None else f"Return {text}"
    if not mismatch.start:
        return advice
    if loses_kind(mismatch.after, mismatch.before):
        return f"Start with {mismatch.after}"
    return f"{advice}, or start with {mismatch.after}"


def _argument(ctx: FunctionContext, expression: Expression, t: Type) -> Tree:
    """The pytree of an argument; the items of a container literal are read one by one."""
    tree_type = tree_argument(ctx, expression, t)
    return tree_of(ctx.api, tree_type, expression)


def row_type(ctx: FunctionContext, by_name: dict[str, tuple[Expression, Type]], system: System) -> Type:
    """The type of a row of the inputs of `lax.scan`: a row of an array has the array's dtype."""
    if "xs" not in by_name:
        return NoneType()
    xs, t = by_name["xs"]
    return type_of_tree(ctx.api, traced(ctx, _argument(ctx, xs, t), system))


def _counter(ctx: FunctionContext, by_name: dict[str, tuple[Expression, Type]], system: System) -> Type:
    """The type of the counter of `lax.fori_loop`; unknown if the bounds are no Python integers."""
    array = array_class(ctx.api)
    if array is None:
        return ANYTHING
    bounds = [traced(ctx, _argument(ctx, *by_name[name]), system) for name in ("lower", "upper") if name in by_name]
    dtypes = {known_dtype(bound.type) for bound in bounds if isinstance(bound, Leaf)}
    return array_of(ctx.api, array, ["weak_int"]) if dtypes == {"weak_int"} else ANYTHING


def mismatches(
    ctx: FunctionContext, carry: Tree, next_carry: Callable[[Tree], Tree | None], system: System
) -> list[Mismatch]:
    """The leaves of a carry that change their dtype in a way that JAX rejects.

    Args:
        ctx: the context of the call.
        carry: the first carry, traced.
        next_carry: returns the body's carry for a given carry.
        system: the promotion system.
    """
    out = next_carry(carry)
    if out is None:
        return []
    promoted = _promoted(ctx, carry, out, system)
    if promoted:
        carry = changed(carry, lambda path, leaf: promoted.get(path, leaf.type))
        out = next_carry(carry)
        if out is None:
            return []
    changed_leaves = []
    for path, before, after in pairs_of(carry, out):
        dtypes = different(before.type, after.type, system)
        if dtypes is not None:
            changed_leaves.append(
                Mismatch(path, *dtypes, _may_start(ctx, carry, path, after, next_carry, system), after.expression)
            )
    return changed_leaves


def _promoted(ctx: FunctionContext, carry: Tree, out: Tree, system: System) -> dict[str, Type]:
    """The types that JAX converts weak leaves to, by their paths."""
    array = array_class(ctx.api)
    promoted: dict[str, Type] = {}
    for path, before, after in pairs_of(carry, out):
        weak, other = known_dtype(before.type), known_dtype(after.type)
        if array is None or weak not in system.defaults or weak is None:
            dtypes = dtypes_of(before.type)
            may_be_weak = dtypes is None or not system.defaults.keys().isdisjoint(dtypes)
            if may_be_weak and weak is None:
                promoted[path] = ANYTHING
            continue
        if other is None:
            promoted[path] = ANYTHING
        elif system.stored(weak) != system.stored(other):
            joined = system.promote(weak, other)
            promoted[path] = ANYTHING if joined is None else array_of(ctx.api, array, [system.stored(joined)])
    return promoted


def _may_start(
    ctx: FunctionContext, carry: Tree, path: str, after: Leaf, next_carry: Callable[[Tree], Tree | None], system: System
) -> bool:
    """Whether the loop works if a leaf starts with the dtype that it gets."""
    array, dtype = array_class(ctx.api), known_dtype(after.type)
    if array is None or dtype is None:
        return False
    start = array_of(ctx.api, array, [system.stored(dtype)])
    other = changed(carry, lambda place, leaf: start if place == path else leaf.type)
    out = next_carry(other)
    if out is None:
        return False
    return all(different(one.type, two.type, system) is None for _, one, two in pairs_of(other, out)) and any(
        place == path and known_dtype(two.type) is not None for place, _, two in pairs_of(other, out)
    )
