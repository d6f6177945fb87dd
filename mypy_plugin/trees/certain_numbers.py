"""Opens the numbers of a tree literal whose class mypy does not tell: in ``[0, 1.5]``, both are floats to mypy."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import DictExpr, Expression, ListExpr, TupleExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, ProperType, TupleType, Type

from ..any_type import ANYTHING
from ..types.array_types import unfolded
from ..variables.number_classes import LITERALS, class_of, shown_number
from .pytrees import is_container


def with_certain_numbers(api: CheckerPluginInterface, t: Type, expression: Expression) -> ProperType:
    """The type of a tree, with `Any` in place of each number that may be of another class.

    Args:
        api: mypy's type checker.
        t: the type that mypy infers for the tree, or the join of its type with those of other items.
        expression: the tree.
    """
    proper = unfolded(t)
    if class_of(proper):
        literal_class = LITERALS.get(type(expression))
        is_certain = literal_class == class_of(proper) if literal_class else shown_number(api, t, expression) is t
        return proper if is_certain else ANYTHING
    match expression:
        case TupleExpr(items=items) if isinstance(proper, TupleType) and len(items) == len(proper.items):
            pairs = zip(proper.items, items, strict=True)
            return proper.copy_modified(items=[with_certain_numbers(api, *pair) for pair in pairs])
        case ListExpr(items=items) if isinstance(proper, Instance) and is_container(proper):
            return _with_certain_items(api, proper, items)
        case DictExpr(items=entries) if isinstance(proper, Instance) and is_container(proper):
            return _with_certain_items(api, proper, [value for _, value in entries])
    return proper


def _with_certain_items(api: CheckerPluginInterface, container: Instance, items: Sequence[Expression]) -> Instance:
    """The type of a list or dict literal, with `Any` for numbers that are not of one class in all items."""
    item_type = container.args[-1]
    for item in items:
        item_type = with_certain_numbers(api, item_type, item)
    return container.copy_modified(args=[*container.args[:-1], item_type])
