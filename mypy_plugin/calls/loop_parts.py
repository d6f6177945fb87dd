"""The dtypes in the carries and outputs of loops, and in the results of branches: ``lax.scan(f, state, xs)``.

JAX rejects a loop that changes the dtype of a part of its carry, except of a weak part. So the carry that a loop
returns has the dtypes of the first one. The outputs are those of the body for such a carry.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mypy.nodes import ARG_POS, CallExpr, Expression, ListExpr, TupleExpr, TypeInfo, Var
from mypy.plugin import FunctionContext
from mypy.types import Instance, ProperType, TupleType, Type, UnionType

from ...system import System
from ..jax_names import SCALARS
from ..transformations.loops import SCAN
from ..trees.branch_results import COND, MAP, SWITCH
from ..types.array_types import any_part, unfolded
from ..types.operands import as_array, dtypes_of
from .parts import NOTHING, Parts, arrays_in, common, prefixed, subtree
from .returned_values import Value, with_own_type


class Passed(NamedTuple):
    """A function that the program passes to a loop or branch, and its arguments.

    Attributes:
        function: the function.
        arguments: the expressions of the arguments; one that stands for a whole array may stand for its rows.
    """

    function: Expression
    arguments: Sequence[Expression]


def parts_of_loop(
    ctx: FunctionContext,
    fullname: str,
    given: Callable[[Expression], Parts],
    type_of: Callable[[Expression], Type],
    value: Callable[[Passed], Value],
    system: System,
) -> Parts:
    """The parts of the result of a loop or of a branch.

    Args:
        ctx: the call.
        fullname: the loop or branch.
        given: returns the known parts of an argument, with its own type.
        type_of: returns the type of an argument.
        value: infers the result of a function for some arguments.
        system: the promotion system.
    """
    by_name = {
        name: expressions
        for name, expressions, kinds in zip(ctx.callee_arg_names, ctx.args, ctx.arg_kinds, strict=True)
        if name and expressions and not any(kind.is_star() for kind in kinds)
    }
    match fullname, by_name:
        case name, {"f": [body], "init": [init]} if name == SCAN:
            first = given(init)
            parts = dict(prefixed(_strong(first, system), ("[", 0)))
            if "xs" in by_name and _strong(first, system) == first and not may_hold_numbers(type_of(init)):
                returned = value(Passed(body, [init, *by_name["xs"]]))
                parts |= prefixed(subtree(arrays_in(with_own_type(returned)), ("[", 1)), ("[", 1))
            return parts
        case _, {"init_val": [init], "body_fun": [_]}:
            return _strong(given(init), system)
        case name, {"true_fun": [one], "false_fun": [other], **rest} if name == COND:
            operands = rest.get("operands", [])
            return common([arrays_in(with_own_type(value(Passed(f, operands)))) for f in (one, other)])
        case name, {"branches": [ListExpr(items=branches) | TupleExpr(items=branches)], **rest} if name == SWITCH:
            operands = rest.get("operands", [])
            return (
                common([arrays_in(with_own_type(value(Passed(f, operands)))) for f in branches])
                if branches
                else NOTHING
            )
        case name, {"f": [function], "xs": [rows]} if name == MAP:
            return arrays_in(with_own_type(value(Passed(function, [rows]))))
    return NOTHING


def call_of(passed: Passed, place: CallExpr) -> CallExpr:
    """A call of a function that the program passes to JAX."""
    count = len(passed.arguments)
    call = CallExpr(passed.function, [*passed.arguments], [ARG_POS] * count, [None] * count)
    call.set_line(place)
    return call


def may_hold_numbers(t: Type, _seen: frozenset[TypeInfo] = frozenset()) -> bool:
    """Whether a carry may hold numbers, which JAX turns into weak arrays and may promote from turn to turn."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return any(may_hold_numbers(item, _seen) for item in proper.items)
    if not isinstance(proper, Instance) or proper.type in _seen:
        return False
    if proper.type.fullname in SCALARS:
        return True
    if proper.type.fullname.partition(".")[0] in ("builtins", "jaxtyping_promo"):
        return any(may_hold_numbers(item, _seen) for item in proper.args)
    held = [symbol.node.type for symbol in proper.type.names.values() if isinstance(symbol.node, Var)]
    return any(may_hold_numbers(each, _seen | {proper.type}) for each in held if each is not None)


def _strong(parts: Parts, system: System) -> Parts:
    """The parts that are arrays whose dtype JAX does not change: no weak arrays, and no bools, which may come from one.

    JAX promotes the result of comparing weak arrays, `jnp.asarray(1.0) > 0`. No type says so.
    """

    def may_change(t: ProperType) -> bool | None:
        if not isinstance(t, Instance) or as_array(t) is None:
            return None
        return any(node == "bool_" or node in system.defaults for node in dtypes_of(t) or ())

    return {path: t for path, t in arrays_in(parts).items() if not any_part(t, may_change)}
