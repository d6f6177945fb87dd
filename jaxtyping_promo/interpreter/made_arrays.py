"""Where the rules about rounding follow a call: which maker the result of a function has, and what a cast rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics.conversions import CASTS
from . import late_upcasts, positions
from .iteration import known_items
from .makers import KEEPING, Maker, maker_of, with_maker
from .values import Array, Object, Tuple, Value, only

if TYPE_CHECKING:
    from .run import Run

JOINING: Final = ("concatenate", "hstack", "stack", "vstack")
"""The functions that put several arrays into one."""


def note_maker(run: Run, name: str, bound: Mapping[str, Any], result: Value) -> Value:
    """The result of a function of JAX, with its maker; casts are checked.

    Args:
        run: the run.
        name: the function's full name.
        bound: the arguments by parameter.
        result: what the function returns.
    """
    if not run.records.is_on:
        return result
    short = name.rpartition(".")[2]
    if short in KEEPING or short in JOINING:
        return with_maker(result, _maker_of_items(run, next(iter(bound.values()), ())))
    if name in CASTS:
        operand, target = bound.get(CASTS[name], ()), only(result, Array)
        if target is None or isinstance(operand, list):
            return result
        late_upcasts.check_cast(run, operand, target.dtype)
        return positions.note_cast(run, operand, result)
    if positions.is_maker(name, result):
        return positions.note_indices(run, name, bound, result)
    return late_upcasts.note_call(run, name, bound, positions.note_call(run, name, bound, result))


def _maker_of_items(run: Run, argument: Any) -> Maker | None:
    """The maker of an array, or the one that all arrays of a sequence have."""
    items = [argument] if not isinstance(argument, list) else argument
    if len(items) == 1 and only(items[0], (Tuple, Object)):
        items = known_items(run, items[0]) or []
    makers = {maker_of(item) for item in items}
    return makers.pop() if len(makers) == 1 else None
