"""``math``: computed by Python where the numbers are known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..call import Call
from ..iteration import item_of, known_items
from ..values import (
    ABSENT,
    ANY_BOOL,
    ANY_FLOAT,
    ANY_INT,
    BOTTOM,
    Array,
    NumPyArray,
    Tuple,
    Value,
    constant_of,
    is_unknown,
    joined,
    of_constant,
)
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

INTEGER_RESULTS = frozenset(("ceil", "floor", "comb", "factorial", "gcd", "lcm", "isqrt", "perm", "trunc"))


BOOL_RESULTS = frozenset(("isnan", "isinf", "isfinite", "isclose"))


MATH_FUNCTIONS = tuple(name for name in dir(math) if callable(getattr(math, name)) and not name.startswith("_"))


@model(*(f"math.{name}" for name in MATH_FUNCTIONS))
def _math(run: Run, call: Call) -> Value:
    name = call.short_name
    constants = [constant_of(argument) for argument in call.arguments]
    if constants and not call.keywords and all(isinstance(constant, (int, float)) for constant in constants):
        try:
            return of_constant(getattr(math, name)(*constants))
        except (ArithmeticError, ValueError, TypeError):
            return BOTTOM
    if name in ("prod",):
        items = known_items(run, call.get(0, "iterable"))
        numbers = [constant_of(item) for item in items] if items is not None else [ABSENT]
        if all(isinstance(number, (int, float)) for number in numbers):
            return of_constant(math.prod(number for number in numbers if isinstance(number, (int, float))))
        item = item_of(run, call.get(0, "iterable"))
        if is_unknown(item) or any(isinstance(one, (Array, NumPyArray)) for one in item):
            return run.unknown("math.prod of items that are not known")
        return (
            joined(({"bool": ANY_INT, "int": ANY_INT}.get(getattr(one, "kind", ""), ANY_FLOAT)) for one in item)
            or ANY_INT
        )
    if name in INTEGER_RESULTS:
        return ANY_INT
    if name in BOOL_RESULTS:
        return ANY_BOOL
    if name in ("frexp", "modf"):
        return (Tuple((ANY_FLOAT, ANY_INT if name == "frexp" else ANY_FLOAT)),)
    return ANY_FLOAT
