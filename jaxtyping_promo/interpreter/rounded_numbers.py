"""Numbers that a float dtype holds as exactly 1: a decay of 0.999 in bfloat16, a limit of 1 - 1e-8 in float32.

The numbers are compared exactly. Only operations whose result differs for 1 are told: ``x * 0.999`` keeps its value for
ever, while ``x + 0.999`` is rounded like any other sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics.codes import DTYPE_ROUNDING
from ..diagnostics.conversions import COMPARISON_FUNCTIONS
from ..diagnostics.loss import Loss
from ..diagnostics.numbers import rounded
from ..formats import FORMATS
from ..system import System
from .values import Array, Number

if TYPE_CHECKING:
    from .call_findings import FunctionCall

SCALED: Final = ("mul", "truediv", "pow", "clip", "maximum", "minimum")
"""The operations on a number and an array whose result is another one if the number is 1."""
REFLECTED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
DIFFERENT_BELOW: Final = ("gt", "le", "eq", "ne")
"""The comparisons of 1 with a number below 1 that have another result if the number becomes 1."""
DIFFERENT_ABOVE: Final = ("lt", "ge", "eq", "ne")


def rounding_losses(numbers: Iterable[int | float], dtype: str, system: System) -> Iterator[Loss]:
    """Find a float beside 1 that a dtype holds as 1, such as a decay of 0.999 in bfloat16.

    Args:
        numbers: the numbers.
        dtype: the dtype to which they are converted.
        system: the promotion system.
    """
    held = system.truncated.get(dtype, system.defaults.get(dtype, dtype))
    if held not in FORMATS or FORMATS[held].kind != "float":
        return
    for number in numbers:
        if isinstance(number, float) and number != 1 and rounded(number, FORMATS[held].precision) == 1:
            message = f"{number!r} becomes exactly 1 in {held}, which has {FORMATS[held].precision} significant bits"
            yield Loss(DTYPE_ROUNDING, message, _advice(held))
            return


def losses_of_operands(op: str, operands: Sequence[Any], system: System) -> Iterator[Loss]:
    """Find a Python number among the operands of an operation that becomes 1 beside an array.

    Args:
        op: an operator's key, or the short name of a function.
        operands: the operands, in order.
        system: the promotion system.
    """
    dtypes = {item.dtype for item in operands if isinstance(item, Array)}
    dtype = dtypes.pop() if len(dtypes) == 1 else None
    if dtype is None:
        return
    for position, item in enumerate(operands):
        if isinstance(item, Number) and isinstance(item.constant, float) and _differs(op, position, item.constant):
            yield from rounding_losses((item.constant,), dtype, system)


def losses_of_call(call: FunctionCall) -> Iterator[Loss]:
    """The same for a function of JAX that promotes its arguments, such as ``jnp.clip``."""
    op = COMPARISON_FUNCTIONS.get(call.name) or call.rule.operator or call.name.rpartition(".")[2]
    values = [value for name in call.values for value in call.values[name]]
    if all(len(value) == 1 for value in values):
        yield from losses_of_operands(op, [value[0] for value in values], call.system)


def _differs(op: str, position: int, number: float) -> bool:
    """Whether an operation has another result if a number beside 1 is replaced by 1."""
    if op in SCALED:
        return True
    compared = REFLECTED.get(op, op) if position == 0 else op
    return compared in (DIFFERENT_BELOW if number < 1 else DIFFERENT_ABOVE)


def _advice(dtype: str) -> str:
    if dtype == "float32":
        return "Use a number that float32 can hold apart from 1, such as 1 - 2**-24"
    return "Compute in float32: keep the array in float32, or cast it first with .astype(jnp.float32)"
