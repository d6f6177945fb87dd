"""Reads the index in ``x[index]`` as JAX's rules for shapes read it: numbers, slices, None, ``...`` and arrays."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import EllipsisExpr, Expression, SliceExpr, TupleExpr

from ...jaxtyping import shape_rules
from .literals import NOT_LITERAL, literal_value
from .values import Dimension, Value


class Indices:
    """Reads indices.

    Args:
        value_of: the value of an expression.
        is_integer: whether an expression certainly is an array of integers.
    """

    def __init__(self, value_of: Callable[[Expression], Value], is_integer: Callable[[Expression], bool]) -> None:
        self._value_of, self._is_integer = value_of, is_integer

    def items(self, index: Expression) -> list[shape_rules.Item] | None:
        """The items of an index; None if one of them is unknown."""
        items: list[shape_rules.Item] = []
        for each in index.items if isinstance(index, TupleExpr) else [index]:
            item = self._item(each)
            if item is NOT_LITERAL:
                return None
            items.append(item)
        return items

    def _item(self, expression: Expression) -> object:
        """One item of an index; `NOT_LITERAL` if it is unknown."""
        match expression:
            case EllipsisExpr():
                return ...
            case SliceExpr(begin_index=begin, end_index=end, stride=stride):
                return slice(*map(self._bound, (begin, end, stride)))
        value = literal_value(expression)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        evaluated = self._value_of(expression)
        if isinstance(evaluated, Dimension):
            return evaluated.size if isinstance(evaluated.size, int) else "?"
        return evaluated if isinstance(evaluated, tuple) and self._is_integer(expression) else NOT_LITERAL

    def _bound(self, expression: Expression | None) -> object:
        """A bound of a slice: a number, None, or "?" if it is unknown."""
        if expression is None:
            return None
        value = self._value_of(expression)
        if isinstance(value, Dimension) and isinstance(value.size, int):
            return value.size
        return None if literal_value(expression) is None else "?"

    def slice_of(self, index: Expression) -> slice | None:
        """The slice that an index is, if its bounds are known."""
        item = self._item(index) if isinstance(index, SliceExpr) else None
        return item if isinstance(item, slice) and "?" not in (item.start, item.stop, item.step) else None
