"""The results of Python's operators, of `len` and of unpacking, for values that are known in part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...jaxtyping.shape_rules import broadcast, matmul
from .declared_values import tuple_items
from .values import Dimension, Items, Object, Repeated, Value, array_shape

ELEMENTWISE = frozenset(("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"))
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def combined(op: str, one: Value, other: Value) -> Value:
    """The value of a binary operator; None if it is unknown.

    Raises:
        ShapeError: if JAX rejects the shapes.
    """
    match op, one, other:
        case "+", Items(items=first), Items(items=second):
            return Items((*first, *second))
        case _, Dimension(size=int(a)), Dimension(size=int(b)) if op in ("+", "-", "*"):
            return Dimension(a + b if op == "+" else a - b if op == "-" else a * b)
        case "//", Dimension(size=int(a)), Dimension(size=int(b)) if b:
            return Dimension(a // b)
        case _, Dimension(), Dimension() if op in ("+", "-", "*", "//", "%"):
            return Dimension(None)
    left, right = array_shape(one), array_shape(other)
    if left is None or right is None:
        return None
    if op == "@":
        return matmul(left, right)
    return broadcast(left, right) if op in ELEMENTWISE else None


def compared(op: str, one: Value, other: Value) -> bool | None:
    """Whether a comparison of sizes is true, or a size is in a tuple; None if it is unknown."""
    match op, one, other:
        case _, Dimension(size=int(a)), Dimension(size=int(b)) if op in COMPARISONS:
            return COMPARISONS[op](a, b)
        case "in" | "not in", Dimension(size=int(a)), Items(items=items):
            sizes = [item.size for item in items if isinstance(item, Dimension)]
            if len(sizes) == len(items) and all(isinstance(size, int) for size in sizes):
                return (a in sizes) == (op == "in")
    return None


def length(value: Value) -> Value:
    """The value of ``len(value)``."""
    match value:
        case tuple() as shape:
            return Dimension(shape[0]) if shape else None
        case Items(items=items):
            return Dimension(len(items))
    return Dimension(None)


def unpacked(value: Value, count: int) -> Sequence[Value] | None:
    """The values that a value is unpacked into; None if they are unknown."""
    match value:
        case Items(items=items) if len(items) == count:
            return items
        case Repeated(item=item):
            return [item] * count
        case Object():
            fields = tuple_items(value)
            return fields if fields is not None and len(fields) == count else None
        case tuple() as shape if shape and not (isinstance(shape[0], int) and shape[0] != count):
            return [shape[1:]] * count
    return None
