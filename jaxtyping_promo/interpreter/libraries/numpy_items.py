"""The numbers that a program writes into NumPy's arrays, and the 64-bit dtypes that it asks for.

With x64 off, JAX makes 32-bit arrays of NumPy's 64-bit ones. That is harmless for most arrays, which are 64 bits wide
by default. It is reported if a number is known that does not fit, or if the program asks for int64 by name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ...diagnostics.numbers import fits
from ..call import Call
from ..converted_numbers import is_plain_number
from ..iteration import known_items
from ..values import ABSENT, Number, NumPyArray, Object, Tuple, Value, constant_of, only
from .dtype_values import requested_dtype

if TYPE_CHECKING:
    from ..run import Run

ARRAY_MAKERS: Final = frozenset(("numpy.array", "numpy.asarray", "numpy.ascontiguousarray", "numpy.asanyarray"))
ITEMS: Final = {"numpy.full": (1, "fill_value"), **dict.fromkeys(ARRAY_MAKERS, (0, "object"))}
"""The argument that holds the items of an array, by function: its position and name."""
CONSTANT: Final = {"zeros": 0, "zeros_like": 0, "empty": 0, "empty_like": 0, "ones": 1, "ones_like": 1, "eye": 1}
"""The largest item of arrays that are made without a number."""
ASKED: Final = ("int64", "uint64")


def with_item(run: Run, name: str, call: Call, value: Value) -> Value:
    """An array with the largest number that the program writes into it, as in ``np.full(3, 2**40)``."""
    short = name.rpartition(".")[2]
    largest: Any = CONSTANT.get(short, ABSENT)
    if short == "arange":
        largest = _end_of_range(call)
    elif name in ITEMS:
        argument = call.get(*ITEMS[name])
        items = known_items(run, argument) if only(argument, (Tuple, Object)) else [argument]
        numbers = [number for number in map(constant_of, items or ()) if is_plain_number(number)]
        largest = max(numbers, key=abs) if numbers else ABSENT
    is_cast = name == "numpy.ndarray.astype"
    dtype = call.keywords.get("dtype") or (call.get(1, "dtype") if is_cast else ())
    is_asked = bool(dtype) and requested_dtype(dtype) in ASKED and (is_cast or name.startswith("numpy."))
    if largest is ABSENT and not is_asked:
        return value
    return tuple(
        replace(one, item=largest, is_asked=is_asked and largest is ABSENT) if isinstance(one, NumPyArray) else one
        for one in value
    )


def _end_of_range(call: Call) -> Any:
    numbers = [constant_of(value) for value in call.arguments]
    if call.arguments and all(is_plain_number(number) for number in numbers):
        return max(numbers, key=abs)
    return ABSENT


def with_large_number(op: str, left: Any, right: Any, value: Value) -> Value:
    """The result of an operator whose Python number does not fit 32 bits, as in ``np.arange(3) * 10**12``."""
    for one in (left, right) if op in ("add", "mul", "sub") else ():
        number = one.constant if isinstance(one, Number) else ABSENT
        if isinstance(number, int) and not fits(number, "int32"):
            return tuple(
                replace(item, item=number) if isinstance(item, NumPyArray) and item.dtype in ASKED else item
                for item in value
            )
    return value
