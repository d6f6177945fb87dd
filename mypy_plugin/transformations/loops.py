"""Computes the results of ``lax.scan``, ``fori_loop`` and ``while_loop``: the carry and the stacked outputs.

`loop_hooks` creates their function hooks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import Expression, IndexExpr, IntExpr, LambdaExpr, NameExpr, TupleExpr, Var
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, Instance, NoneType, ProperType, TupleType, Type, UnionType

from ...dtype_info import dtype_info
from ...system import System
from ...systems import get_system
from ..any_type import ANYTHING
from ..contexts import SystemOf
from ..jax_names import ARRAY, SCALARS
from ..trees.leaf_results import function_of, result_for_leaves
from ..trees.pytrees import CONTAINERS, inside, is_known_pytree, is_of_arrays
from ..types.array_types import any_part, array_class, array_of, unfolded, unknown_array, without_dtypes
from ..types.operands import as_array, dtypes_of
from ..types.tuples import is_plain_tuple
from ..variables.number_classes import tree_with_shown_numbers

FORI_LOOP, SCAN, WHILE_LOOP = (
    f"jax._src.lax.control_flow.loops.{name}" for name in ("fori_loop", "scan", "while_loop")
)


class Loop(NamedTuple):
    """A function that repeats a body, and returns its last carry.

    Attributes:
        name: the function as users call it.
        body: the parameter for the body.
        init: the parameter for the initial carry.
        init_position: the position of this parameter.
        position: the position of the carry among the parameters of the body.
        result: the key of the carry in the body's result; empty if the carry is the whole result.
    """

    name: str
    body: str
    init: str
    init_position: int
    position: int = 0
    result: str = ""


LOOPS: dict[str, Loop] = {
    SCAN: Loop("lax.scan", "f", "init", 1, result="[0]"),
    WHILE_LOOP: Loop("lax.while_loop", "body_fun", "init_val", 2),
    FORI_LOOP: Loop("lax.fori_loop", "body_fun", "init_val", 3, position=1),
}
"""The loops by the full names of their definitions."""
ASSOCIATIVE_SCAN = "jax._src.lax.control_flow.loops.associative_scan"
LOOKS = 2
"""The number of times that JAX traces a body: a second time if the first one changes the dtype of the carry."""

CallArgument = dict[str, tuple[Expression, Type]]
"""The arguments of a call by parameter."""


def loop_hooks(system_of: SystemOf) -> dict[str, Callable[[FunctionContext], Type]]:
    """The hooks of the loops, by full name."""
    return dict.fromkeys(LOOPS, lambda ctx: _result(ctx, system_of(ctx)))


def scanned(ctx: FunctionContext) -> Type:
    """Function hook of `ASSOCIATIVE_SCAN`, which makes most weak arrays strong: their dtypes are unknown."""
    default = ctx.default_return_type
    return without_dtypes(default) if any_part(default, _may_be_weak) else default


def _may_be_weak(t: ProperType) -> bool | None:
    array = as_array(t) if isinstance(t, Instance) else None
    return None if array is None else any(dtype_info(one).is_weak for one in dtypes_of(array) or ())


def _result(ctx: FunctionContext, system: System) -> Type:
    """The result of a loop, from the body's declared type or from tracing the body.

    Items that mypy has joined to `object` are unknown, so that their uses are no errors.
    """
    declared_result: ProperType = unfolded(_without_joins(ctx.default_return_type))
    arguments = zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True)
    by_name = {name: (expressions[0], types[0]) for name, expressions, types in arguments if name and types}
    init = by_name.get("init") or by_name.get("init_val")
    if init is not None:
        init = init[0], tree_with_shown_numbers(ctx.api, init[1], init[0])
    if init is None:
        return declared_result
    is_scan = "init" in by_name  # which returns a pair
    carry, each = _pair(declared_result) or (ANYTHING, ANYTHING) if is_scan else (declared_result, ANYTHING)
    is_declared = is_of_arrays(init[1]) and is_known_pytree(carry) and (is_known_pytree(each) or not is_scan)
    if system.name == "jax" and not is_declared:
        final_carry, output = _last_turn(ctx, by_name, init[1], system) or (carry, each)
        carry, each = final_carry, each if is_known_pytree(each) else output
    carry = _final_carry(carry, init[1], ctx)
    each = without_dtypes(each) if _has_changed_bools(carry, init[1]) else each
    carry = _without_changed_bools(carry, init[1])
    function = by_name["f" if is_scan else "body_fun"][0]
    if isinstance(function, LambdaExpr) and (is_scan or _is_counted(by_name)):
        result, position = function.expr(), 1 if "lower" in by_name else 0
        if is_scan and isinstance(result, TupleExpr) and len(result.items) == 2:
            result = result.items[0]
        if position < len(function.arguments):
            carry = _with_unchanged_numbers(carry, init[1], result, function.arguments[position].variable)
    return TupleType([carry, each], ctx.api.named_generic_type("builtins.tuple", [ANYTHING])) if is_scan else carry


def _pair(t: Type | None) -> tuple[Type, Type] | None:
    """The items of a type that is a pair."""
    proper = unfolded(t)
    return (proper.items[0], proper.items[1]) if isinstance(proper, TupleType) and len(proper.items) == 2 else None


def _last_turn(ctx: FunctionContext, argument: CallArgument, init: Type, system: System) -> tuple[Type, Type] | None:
    """The carry that the body finally returns, as JAX traces it, and its output for a row; None if they are unknown.

    JAX traces the body with the initial carry. If a weak leaf comes out with another dtype, JAX converts the initial
    carry to that dtype, and traces the body once more.
    """
    function = function_of(*(argument.get("f") or argument["body_fun"]))
    carry = inside(ctx, init, system)
    turn = [inside(ctx, ctx.api.named_generic_type("builtins.int", []), system)] if "lower" in argument else []
    rows = [argument["xs"][1] if "xs" in argument else NoneType()] if "init" in argument else []
    if function is None or not all(is_of_arrays(t) or isinstance(unfolded(t), NoneType) for t in rows):
        return None
    for _ in range(LOOKS):
        leaves = [t for t in (*turn, carry, *rows) if t is not None]
        returned = result_for_leaves(ctx, function, leaves) if carry is not None else None
        pair = (returned, ANYTHING) if returned is not None and not rows else _pair(returned)
        out = inside(ctx, pair[0], system) if pair is not None else None
        carry_in = _promoted_carry(ctx, carry, out, system) if carry is not None and out is not None else None
        if pair is None or out is None or carry is None or carry_in is None:
            return None
        if is_same_type(carry_in, carry):
            return out, inside(ctx, pair[1], system) or ANYTHING
        carry = carry_in
    return None


def _promoted_carry(ctx: FunctionContext, carry: Type, out: Type, system: System) -> Type | None:
    """The type that JAX promotes the carry to when the body returns another dtype; None if it is unknown."""
    before, after = unfolded(carry), unfolded(out)
    if isinstance(before, TupleType) and isinstance(after, TupleType) and len(before.items) == len(after.items):
        pairs = zip(before.items, after.items, strict=True)
        items = [_promoted_carry(ctx, one, other, system) for one, other in pairs]
        leaf_types = [item for item in items if item is not None]
        return before.copy_modified(items=leaf_types) if len(leaf_types) == len(items) else None
    if isinstance(before, NoneType | AnyType):
        return before
    if not isinstance(before, Instance) or not isinstance(after, Instance | AnyType):
        return None
    if before.type.fullname in CONTAINERS and isinstance(after, Instance) and after.type is before.type:
        item = _promoted_carry(ctx, before.args[-1], after.args[-1], system)
        return None if item is None else before.copy_modified(args=[*before.args[:-1], item])
    if (array := array_class(ctx.api)) is None or as_array(before) is None:
        return None
    weak, other = dtypes_of(before), dtypes_of(after)
    if weak is None or len(weak) > 1 or weak[0] not in system.defaults:
        return before
    if other is None or len(other) > 1:
        return unknown_array(array)
    if system.defaults[weak[0]] == system.stored(other[0]):
        return before
    joined = system.promote(weak[0], other[0])
    return unknown_array(array) if joined is None else array_of(ctx.api, array, [system.stored(joined)])


def _final_carry(out: Type, init: Type, ctx: FunctionContext) -> Type:
    """The type of the final carry, where the body's type leaves it open.

    Pytrees keep their containers, and strong arrays keep their dtype. Arrays of a default dtype may become weak.
    """
    out, init = unfolded(out), unfolded(init)
    if isinstance(out, AnyType) and isinstance(init, UnionType):
        is_tree = all(isinstance(unfolded(item), NoneType) or is_of_arrays(item) for item in init.items)
        return without_dtypes(init) if is_tree else out
    if is_plain_tuple(init):
        if isinstance(out, AnyType):
            out = init.copy_modified(items=[out] * len(init.items))
        if isinstance(out, TupleType) and len(out.items) == len(init.items):
            return out.copy_modified(
                items=[_final_carry(o, i, ctx) for o, i in zip(out.items, init.items, strict=True)]
            )
        return out
    array = array_class(ctx.api)
    is_open = isinstance(out, AnyType) or (array is not None and out == unknown_array(array))
    dtypes = dtypes_of(init)
    if array is None or not is_open or dtypes is None:
        return out
    return array_of(ctx.api, array, dtypes) if _keeps_dtype(init, dtypes) else unknown_array(array)


def _without_changed_bools(out: Type, init: Type) -> Type:
    """The type of the final carry, with arrays of unknown dtype where bools become another dtype.

    JAX promotes bools that come from comparing weak arrays, and rejects all others. No type tells them apart.
    """
    tree, start = unfolded(out), unfolded(init)
    if isinstance(tree, TupleType) and isinstance(start, TupleType) and len(tree.items) == len(start.items):
        return tree.copy_modified(items=[*map(_without_changed_bools, tree.items, start.items)])
    is_changed = dtypes_of(start) == ("bool_",) and dtypes_of(tree) not in (None, ("bool_",))
    return without_dtypes(tree) if is_changed else out


def _has_changed_bools(out: Type, init: Type) -> bool:
    """Whether bools in the initial carry may be of another dtype in the final carry, and so in the rows of a scan."""
    tree, start = unfolded(out), unfolded(init)
    if isinstance(tree, TupleType) and isinstance(start, TupleType) and len(tree.items) == len(start.items):
        return any(map(_has_changed_bools, tree.items, start.items))
    return dtypes_of(start) == ("bool_",) and dtypes_of(tree) != ("bool_",)


def _is_counted(argument: CallArgument) -> bool:
    """Whether JAX knows the number of iterations of a `lax.fori_loop`, so that it compiles the loop to a scan."""
    bounds = [unfolded(argument[name][1]) for name in ("lower", "upper") if name in argument]
    return len(bounds) == 2 and all(isinstance(t, Instance) and t.type.fullname == "builtins.int" for t in bounds)


def _with_unchanged_numbers(out: Type, init: Type, result: Expression, carried: Var) -> Type:
    """The type of the final carry if a body returns a part of its carry unchanged: a number stays a number."""
    start = unfolded(init)
    if isinstance(result, NameExpr) and result.node is carried:
        return _with_numbers(out, start)
    tree = unfolded(out)
    if not isinstance(result, TupleExpr) or not isinstance(start, TupleType) or not isinstance(tree, TupleType):
        return out
    if not len(result.items) == len(start.items) == len(tree.items):
        return out
    items = [*tree.items]
    for position, item in enumerate(result.items):
        match item:
            case IndexExpr(base=NameExpr(node=node), index=IntExpr(value=index)) if (
                node is carried and index == position
            ):
                items[position] = _with_numbers(items[position], start.items[position])
    return tree.copy_modified(items=items)


def _with_numbers(out: Type, init: Type) -> Type:
    """A pytree with the numbers of another pytree in their places."""
    start, tree = unfolded(init), unfolded(out)
    if isinstance(start, TupleType) and isinstance(tree, TupleType) and len(start.items) == len(tree.items):
        return tree.copy_modified(items=[*map(_with_numbers, tree.items, start.items)])
    is_number = isinstance(start, Instance) and start.type.fullname in SCALARS
    return remove_instance_last_known_values(start) if is_number else out


def _keeps_dtype(init: ProperType, nodes: tuple[str, ...]) -> bool:
    """Whether an array in the carry keeps its dtype, whatever the body is.

    Bools may not: JAX promotes those that come from comparing weak arrays, and no type tells them apart.
    """
    is_array = isinstance(init, Instance) and init.type.fullname == ARRAY
    return is_array and len(nodes) == 1 and nodes[0] != "bool_" and nodes[0] not in _may_become_weak()


@cache
def _may_become_weak() -> frozenset[str]:
    """The weak types and their default dtypes, whose arrays may become weak or strong in a loop."""
    pairs = (pair for x64 in (False, True) for pair in get_system("jax", x64=x64).defaults.items())
    return frozenset(dtype for pair in pairs for dtype in pair)


def _without_joins(t: Type) -> Type:
    """A type with `Any` in place of `object`."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_without_joins(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname == "builtins.object":
        return ANYTHING
    return proper.copy_modified(args=[_without_joins(argument) for argument in proper.args]) if proper.args else t
