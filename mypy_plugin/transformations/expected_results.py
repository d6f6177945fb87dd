"""Whether the result of a loop can't be what the program expects: ``n: int = lax.while_loop(cond, body, array)``.

Such a result keeps its own type, so that mypy reports it. Other results get the expected type, since the loop may have
started with a number that is declared as one.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, RefExpr
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.types import Instance, NoneType, TupleType, Type, UnionType

from ..any_type import ANYTHING
from ..mypy_compat.messages import errors_watched
from ..types.array_types import unfolded
from ..types.operands import as_array
from .loops import LOOPS, SCAN


def start_of_result(api: CheckerPluginInterface, call: CallExpr) -> Type:
    """The type with which the result of a loop starts: that of its initial carry, or `Any` where it is unknown.

    The rows that `lax.scan` stacks start with no value, so that their types are unknown, too.
    """
    name = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    init = _initial_carry(call, *LOOPS[name]) if name in LOOPS else None
    if init is None:
        return ANYTHING
    with errors_watched(api):
        start = api.get_expression_type(init)
    return TupleType([start, ANYTHING], api.named_generic_type("builtins.tuple", [ANYTHING])) if name == SCAN else start


def _initial_carry(call: CallExpr, parameter: str, position: int) -> Expression | None:
    """The argument for the initial carry; None if the call does not have it."""
    if parameter in call.arg_names:
        return call.args[call.arg_names.index(parameter)]
    is_given = len(call.args) > position and not any(call.arg_names[: position + 1])
    return call.args[position] if is_given else None


def never_fits(result: Type, expected: Type, start: Type) -> bool:
    """Whether an array in a result is expected to have another dtype, or a class that it did not start with.

    Args:
        result: the type of a loop's result.
        expected: the type that the program expects.
        start: the type with which the result starts.
    """
    new, wanted, first = unfolded(result), unfolded(expected), unfolded(start)
    if isinstance(wanted, UnionType):
        return all(never_fits(new, item, first) for item in wanted.items)
    if isinstance(new, TupleType) and isinstance(wanted, TupleType) and new.length() == wanted.length():
        has_items = isinstance(first, TupleType) and first.length() == new.length()
        firsts = first.items if isinstance(first, TupleType) and has_items else [ANYTHING] * new.length()
        return any(map(never_fits, new.items, wanted.items, firsts))
    is_array = isinstance(new, Instance) and as_array(new) is not None
    if not is_array or not isinstance(wanted, Instance | TupleType | NoneType) or is_subtype(new, wanted):
        return False
    has_declared_dtype = isinstance(wanted, Instance) and as_array(wanted) is not None
    return has_declared_dtype or not is_subtype(first, wanted)
