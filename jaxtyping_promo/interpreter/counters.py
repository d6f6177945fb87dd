"""Counters: a variable, attribute or carry that grows by a Python number in a dtype that stops or wraps.

``count + 1`` leaves 256 at 256 in bfloat16, and makes -128 of 127 in int8. The sum notes which variable it adds to
(`note_step`). The report comes where the result goes back to that variable, in a loop or in the state of an object.
"""

from __future__ import annotations

import ast
import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics.codes import DTYPE_COUNTER
from ..diagnostics.numbers import becomes, rounded
from ..formats import FORMATS
from .findings import tell
from .makers import Maker, maker_of, scope_of, with_maker
from .places import Place, place_of
from .values import ABSENT, Array, Number, Tuple, Value, only

if TYPE_CHECKING:
    from .run import Run

COUNTED: Final = ("bfloat16", "float16", "int8", "uint8")
"""The dtypes in which a counter soon stops or wraps."""
MOST_STEPS: Final = 1_000_000
"""A counter that stops later than this is not reported."""
INITIALIZERS: Final = ("__init__", "__post_init__", "setup")


class Limit:
    """Where a counter that starts at 0 stops growing or wraps.

    Attributes:
        value: the last value before.
        turns: the number of additions until then.
        becomes: the value after one more addition.
    """

    def __init__(self, value: float, turns: int, becomes: float) -> None:
        self.value, self.turns, self.becomes = value, turns, becomes


@lru_cache(256)
def limit_of(dtype: str, step: float) -> Limit | None:
    """Add a number to 0 until the sum stays the same or wraps; None if that takes very long.

    Args:
        dtype: one of `COUNTED`.
        step: a positive number.
    """
    number_format = FORMATS[dtype]
    if number_format.kind == "int":
        if not isinstance(step, int):
            return None
        turns = int(number_format.high) // step
        last = turns * step
        return Limit(last, turns, becomes(last + step, dtype))
    held = rounded(step, number_format.precision)
    total = 0.0
    for turns in range(MOST_STEPS):
        new = rounded(total + held, number_format.precision)
        if new == total:
            return Limit(total, turns, total)
        if new > number_format.high:
            return None
        total = new
    return None


def note_step(run: Run, left: Any, right: Any, node: ast.AST, result: Value) -> Value:
    """The result of ``variable + number``, with the variable that it adds to.

    Args:
        run: the run.
        left, right: the operands.
        node: the sum, or the augmented assignment.
        result: its value.
    """
    array, number = (left, right) if isinstance(left, Array) else (right, left)
    if not isinstance(array, Array) or array.dtype not in COUNTED or not isinstance(number, Number):
        return result
    step = number.constant
    if step is ABSENT or not isinstance(step, (int, float)) or isinstance(step, bool) or not 0 < step < math.inf:
        return result
    if array.maker is not None and array.maker.kind == "carry":
        slot = array.maker.name
    else:
        slot = slot_of(node, is_left=array is left)
    if not slot:
        return result
    return with_maker(result, Maker("step", place_of(node, run.source.path), slot, scope_of(run), step))


def slot_of(node: ast.AST, *, is_left: bool) -> str:
    """The name of the variable, attribute or key that an operand is; empty if the operand is another expression."""
    operand: ast.expr | None = None
    if isinstance(node, ast.AugAssign):
        operand = node.target
    elif isinstance(node, ast.BinOp):
        operand = node.left if is_left else node.right
    match operand:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
    return ""


# ------------------------------------------------------------------------------------------------------------- checks


def check_variable(run: Run, name: str, value: Value) -> None:
    """Report a variable, or a leaf of a tree, that grows in every turn of a Python loop."""
    if run.loop is None or not run.fixpoint:
        return
    maker = _step(value)
    if maker is not None:
        if maker.name == name:
            _tell(run, f'"{name}"', value, maker, run.loop.turns)
        return
    for item in value:
        if isinstance(item, Tuple):
            for leaf in item.items:
                found = _step(leaf)
                if found is not None and found.scope != scope_of(run):
                    _tell(run, f'"{found.name}"', leaf, found, run.loop.turns)


def check_field(run: Run, key: Any, value: Value) -> None:
    """Report an attribute or item that grows whenever its code runs."""
    maker = _step(value)
    if maker is None or maker.name != key or maker.scope != scope_of(run) or not _is_scalar(value):
        return
    if run.stack and run.stack[-1].definition.name in INITIALIZERS:
        return
    if run.stack or (run.loop is not None and run.fixpoint):
        _tell(run, f'"{key}"', value, maker, None)


def check_keyword(run: Run, keyword: ast.keyword, value: Value) -> None:
    """Report a field of a new state that is the old field and a number: ``state.replace(step=state.step + 1)``."""
    maker = _step(value)
    if maker is None or maker.name != keyword.arg or not _is_scalar(value) or not run.stack:
        return
    match keyword.value:
        case ast.BinOp(left=ast.Attribute() | ast.Subscript()) | ast.BinOp(right=ast.Attribute() | ast.Subscript()):
            _tell(run, f'"{keyword.arg}"', value, maker, None)


def marked_leaf(place: Place, index: int, leaf: Value) -> Value:
    """A leaf of a loop's carry, as the body receives it."""
    item = only(leaf, Array)
    if item is None or item.dtype not in COUNTED:
        return leaf
    return (replace(item, maker=Maker("carry", place, _slot_of_leaf(place, index), 0)),)


def check_leaf(run: Run, place: Place, index: int, leaf: Value, turns: int | None) -> Value:
    """Report a leaf of a loop's carry that grows in every turn. Returns the leaf.

    Args:
        run: the run.
        place: the call of the loop.
        index: the number of the leaf.
        leaf: the leaf that the body returns.
        turns: the number of turns, if it is known.
    """
    maker = _step(leaf)
    if maker is not None and maker.name == _slot_of_leaf(place, index):
        _tell(run, "the carry", leaf, maker, turns)
    return leaf


def _slot_of_leaf(place: Place, index: int) -> str:
    return f"{place}:{index}"


def _step(value: Value) -> Maker | None:
    maker = maker_of(value)
    return maker if maker is not None and maker.kind == "step" else None


def _is_scalar(value: Value) -> bool:
    return all(item.shape in ((), None) for item in value)


def _tell(run: Run, name: str, value: Value, maker: Maker, turns: int | None) -> None:
    dtype = value[0].dtype
    if len(value) != 1 or dtype not in COUNTED or maker.number is None:
        return
    limit = limit_of(dtype, maker.number)
    if limit is None or (turns is not None and turns <= limit.turns):
        return
    after = f"after {limit.turns:,} steps"
    if FORMATS[dtype].kind == "int":
        message = f"{name} is {dtype} and grows by {maker.number}: {limit.value} becomes {limit.becomes} {after}"
    else:
        message = f"{name} is {dtype} and grows by {maker.number}: it stops at {limit.value:g} {after}"
    tell(run, maker.place, DTYPE_COUNTER, message, "Count in int32, and cast where the count is used")
