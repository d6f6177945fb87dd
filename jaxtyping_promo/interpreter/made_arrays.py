"""Where the rules about rounding follow a call: which maker the result of a function has, and what a cast rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..diagnostics.conversions import CASTS
from . import late_upcasts
from .makers import KEEPING, maker_of, with_maker
from .values import Array, Value, only

if TYPE_CHECKING:
    from .run import Run


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
    if name.rpartition(".")[2] in KEEPING:
        first = next(iter(bound.values()), ())
        return with_maker(result, maker_of(first) if isinstance(first, tuple) else None)
    if name in CASTS:
        operand, target = bound.get(CASTS[name], ()), only(result, Array)
        if target is not None and isinstance(operand, tuple):
            late_upcasts.check_cast(run, operand, target.dtype)
        return result
    return late_upcasts.note_call(run, name, bound, result)
