"""The classes of Python's and NumPy's numbers, and the class of an operator's result."""

from __future__ import annotations

from mypy.nodes import ComplexExpr, FloatExpr, IntExpr
from mypy.types import Instance, LiteralType, Type, get_proper_type

from ..jax_names import SCALARS

FLOAT64 = "numpy.float64"
NUMBERS = (*SCALARS, FLOAT64)
"""The classes of numbers. mypy accepts a class where a later one is expected, though float64 is no complex."""
WHOLE = frozenset(("builtins.bool", "builtins.int"))
"""The classes of whole numbers."""
BITWISE = frozenset("&|^")
"""The operators that return a bool for two bools."""
LITERALS = {IntExpr: "builtins.int", FloatExpr: "builtins.float", ComplexExpr: "builtins.complex"}
"""The class of each number literal."""


def class_of(t: Type | None) -> str:
    """The full name of a number's class, or an empty string if the type is no number."""
    proper = get_proper_type(t)
    if isinstance(proper, LiteralType):
        proper = proper.fallback
    name = proper.type.fullname if isinstance(proper, Instance) else ""
    return name if name in NUMBERS else ""


def is_accepted(number: str, expected: str) -> bool:
    """Whether mypy accepts a number of one class where another one is expected."""
    if FLOAT64 in (number, expected):
        return number == expected or expected in ("builtins.float", "builtins.complex")
    return NUMBERS.index(number) <= NUMBERS.index(expected)


def without_bool(names: set[str]) -> set[str]:
    """The classes of the numbers that an operator returns for numbers of some classes: ``-True`` is an int."""
    return {"builtins.int" if name == "builtins.bool" else name for name in names}


def result_class(op: str, left: str, right: str) -> str:
    """The class of the number that an operator returns for two numbers."""
    if FLOAT64 in (left, right):
        return FLOAT64
    wider = max(left, right, key=NUMBERS.index)
    if op == "/" and wider != "builtins.complex":
        return "builtins.float"
    return "builtins.int" if wider == "builtins.bool" and op not in BITWISE else wider
