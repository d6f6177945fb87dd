"""Names the error code of what JAX did, and counts the bytes that a wider result takes.

The losses come from the tables that the checkers use, so that a trace and a check say the same of the same operands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Final

from ..diagnostics import codes
from ..diagnostics.conversion_losses import update_losses
from ..diagnostics.promotion_losses import binary_losses, joined_losses
from ..diagnostics.values import Value
from ..formats import FORMATS
from ..inference.operand import Operand
from ..system import System
from ..systems import get_system
from .events import JOIN, REFUSAL, SCATTER, TRUNCATION, Event
from .operands import NUMPY_ARRAY, NUMPY_SCALAR, PYTHON, Seen

WORST_FIRST: Final = (
    codes.DTYPE_PROMOTION.name, codes.DTYPE_UNSUPPORTED.name, codes.DTYPE_CARRY.name, codes.DTYPE_BRANCHES.name,
    codes.DTYPE_GRADIENT.name, codes.DTYPE_INDEX.name, codes.DTYPE_OVERFLOW.name, codes.DTYPE_SCATTER.name,
    codes.DTYPE_RANGE.name, codes.DTYPE_UPCAST.name, codes.DTYPE_WIDENING.name, codes.DTYPE_TRUNCATION.name,
    codes.DTYPE_PRECISION.name, codes.DTYPE_KIND.name, codes.DTYPE_IMPLICIT.name,
)  # fmt: skip
"""The codes that a trace records, in the order of the table."""

OPERATORS: Final = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "truediv", "true_divide": "truediv",
    "floor_divide": "floordiv", "remainder": "mod", "mod": "mod", "power": "pow", "divmod": "divmod",
    "matmul": "matmul", "left_shift": "lshift", "right_shift": "rshift", "bitwise_and": "and", "bitwise_or": "or",
    "bitwise_xor": "xor", "less": "lt", "less_equal": "le", "equal": "eq", "not_equal": "ne", "greater": "gt",
    "greater_equal": "ge",
}  # fmt: skip
"""JAX's names of the functions behind Python's operators, and the keys of `jaxtyping_promo.operators.BINARY`."""
WEAK_KINDS: Final = {"i": "weak_int", "u": "weak_int", "f": "weak_float", "b": "weak_float", "c": "weak_complex"}


def codes_of(event: Event, function: str, own: Sequence[Seen]) -> tuple[str, ...]:
    """The error codes of an event, the worst first; none if it is harmless, as a Python number beside an array is.

    Args:
        event: the event.
        function: the name of JAX's function.
        own: the program's operands.
    """
    if event.kind == REFUSAL:
        return (event.code,)
    if event.kind == TRUNCATION:
        return (codes.DTYPE_TRUNCATION.name,)
    system = get_system("jax", x64=event.x64, strict=event.strict)
    names = _losses(event, function, tuple(own), system)
    if event.kind == JOIN and _is_upcast(event, own):
        names = (*names, codes.DTYPE_UPCAST.name)
    return tuple(sorted(dict.fromkeys(names), key=rank))


def rank(code: str) -> int:
    """The place of a code in the table."""
    return WORST_FIRST.index(code) if code in WORST_FIRST else len(WORST_FIRST)


@lru_cache(8192)
def _losses(event: Event, function: str, own: tuple[Seen, ...], system: System) -> tuple[str, ...]:
    try:
        values = [_value(seen, system) for seen in own]
        if event.kind == SCATTER:
            losses = update_losses(values[0], values[-1], system)
        elif function in OPERATORS and len(values) == 2:
            losses = binary_losses(OPERATORS[function], values[0], values[1], system)
        else:
            losses = joined_losses(function, values, system)
    except KeyError:  # a dtype that no table has, such as a random key
        losses = ()
    names = [loss.code.name for loss in losses if not loss.raises]
    if event.kind == JOIN and codes.DTYPE_IMPLICIT.name not in names and _is_implicit(own):
        names.append(codes.DTYPE_IMPLICIT.name)
    return tuple(names)


def _value(seen: Seen, system: System) -> Value:
    numbers = (seen.number,) if seen.number is not None else ()
    if seen.origin == PYTHON:
        return Value((Operand((seen.dtype,)),), numbers)
    if seen.origin in (NUMPY_ARRAY, NUMPY_SCALAR):
        return Value((Operand((seen.dtype,), origin=seen.origin),), numbers)
    if seen.weak:
        weak = WEAK_KINDS[seen.dtype[0]]
        return Value((Operand((weak if system.defaults.get(weak) == seen.dtype else seen.dtype,)),))
    return Value((Operand((seen.dtype,)),))


def _is_implicit(own: Sequence[Seen]) -> bool:
    return len({seen.held for seen in own if not seen.weak}) > 1


def _is_upcast(event: Event, own: Sequence[Seen]) -> bool:
    """Whether an array of 16-bit floats is widened by another array or a NumPy scalar."""
    narrow = [seen for seen in own if not seen.weak and _bits(seen.held, "float") == 16]
    wide = [seen for seen in own if not seen.weak and _bits(seen.held, "float") > 16]
    return bool(narrow) and bool(wide) and _bits(event.result, "float") > 16


def _bits(dtype: str, kind: str) -> int:
    """The width of a dtype if it is of this kind, else 0."""
    return FORMATS[dtype].bits if dtype in FORMATS and FORMATS[dtype].kind == kind else 0


def wasted_bytes(event: Event, own: Sequence[Seen]) -> int:
    """The bytes that the result takes more than in the narrowest dtype among the operands of its kind.

    The result has the shape that the operands are broadcast to, or that of the largest operand.
    """
    if event.kind != JOIN or event.result not in FORMATS:
        return 0
    kind = FORMATS[event.result].kind
    widths = [_bits(seen.held, kind) for seen in own if not seen.weak and _bits(seen.held, kind)]
    if not widths or min(widths) >= FORMATS[event.result].bits:
        return 0
    components = 2 if kind == "complex" else 1
    return (FORMATS[event.result].bits - min(widths)) * components * _elements(own) // 8


def _elements(own: Sequence[Seen]) -> int:
    shapes = [seen.shape for seen in own if all(isinstance(length, int) for length in seen.shape)]
    rank = max((len(shape) for shape in shapes), default=0)
    result = [1] * rank
    for shape in shapes:
        for axis, length in enumerate(shape, start=rank - len(shape)):
            if length != 1 and result[axis] not in (1, length):
                return max(prod(shape) for shape in shapes)
            result[axis] = length if result[axis] == 1 else result[axis]
    return prod(result)
