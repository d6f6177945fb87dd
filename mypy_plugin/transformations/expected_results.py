"""Whether the result of a loop can't be what the program expects: `n: int = lax.while_loop(cond, body, array)`.

Such a result keeps its own type, so that mypy reports it. Other results get the expected type, since the loop may have
started with a number that is declared as one.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, RefExpr
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.types import Instance, NoneType, TupleType, Type, UnionType

from ..types.array_types import unfolded
from ..types.operands import as_array
from .loops import FORI_LOOP, SCAN, WHILE_LOOP

INITIAL_CARRIES = {SCAN: ("init", 1), WHILE_LOOP: ("init_val", 2), FORI_LOOP: ("init_val", 3)}
"""The name and the position of the parameter for the initial carry."""


class Start:
    """The types with which the leaves of a loop's result start.

    Attributes:
        whole: the type of the initial value; None if the loop makes the value itself, as `lax.scan` stacks its outputs.
        items: the starts of the items, for a tuple.
    """

    def __init__(self, whole: Type | None, items: list[Start] | None = None) -> None:
        self.whole = None if whole is None else unfolded(whole)
        self.items = items
        if items is None and isinstance(self.whole, TupleType):
            self.items = [Start(item) for item in self.whole.items]

    def of_items(self, number: int) -> list[Start]:
        """The starts of the items of a tuple."""
        return self.items if self.items is not None and len(self.items) == number else [Start(None)] * number


def start_of_result(api: CheckerPluginInterface, call: CallExpr) -> Start:
    """The types with which the result of a loop starts."""
    fullname = call.callee.fullname if isinstance(call.callee, RefExpr) else ""
    init = _initial_carry(call, *INITIAL_CARRIES[fullname]) if fullname in INITIAL_CARRIES else None
    if init is None:
        return Start(None)
    with api.msg.filter_errors():
        start = Start(api.get_expression_type(init))
    return Start(None, [start, Start(None)]) if fullname == SCAN else start


def _initial_carry(call: CallExpr, name: str, position: int) -> Expression | None:
    """The argument for a parameter; None if the call does not have it."""
    if name in call.arg_names:
        return call.args[call.arg_names.index(name)]
    is_given = len(call.args) > position and not any(call.arg_names[: position + 1])
    return call.args[position] if is_given else None


def never_fits(result: Type, expected: Type, start: Start) -> bool:
    """Whether an array in a result is expected to have another dtype, or a class that it did not start with.

    Args:
        result: the type of a loop's result.
        expected: the type that the program expects.
        start: the types with which the result starts.
    """
    new, wanted = unfolded(result), unfolded(expected)
    if isinstance(wanted, UnionType):
        return all(never_fits(new, item, start) for item in wanted.items)
    if isinstance(new, TupleType) and isinstance(wanted, TupleType) and new.length() == wanted.length():
        return any(map(never_fits, new.items, wanted.items, start.of_items(new.length())))
    is_array = isinstance(new, Instance) and as_array(new) is not None
    if not is_array or not isinstance(wanted, Instance | TupleType | NoneType) or is_subtype(new, wanted):
        return False
    has_declared_dtype = isinstance(wanted, Instance) and as_array(wanted) is not None
    return has_declared_dtype or (start.whole is not None and not is_subtype(start.whole, wanted))
