"""Finds the items of a sequence and their types.

Sequences are list literals, ``a + b`` of lists, comprehensions, tuples, and the rows of an array.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, TupleType, Type, UnionType, UnpackType

from ..any_type import ANYTHING
from ..mypy_compat.expressions import stored_type
from .array_types import unfolded
from .operands import array_info, operands

MOST_DIMENSIONS = 64
"""The most dimensions that an array may have (NumPy 2). Nesting stops here, since a list's type may contain itself."""

COPIES = frozenset(("builtins.list", "builtins.tuple"))
"""The classes that make a sequence from any iterable and keep its items."""
SEQUENCES = frozenset((*COPIES, "typing.Sequence"))

Items = list[tuple[Type, Expression]]
"""The types of items, each with the expression that it comes from."""


def items(api: CheckerPluginInterface, t: Type, expression: Expression) -> Items | None:
    """The items of a sequence and their types; None if they are unknown.

    A list or tuple literal has one entry for each item. Other sequences have one entry for all items, since they share
    a type. The expression is read before its type, because the type may only repeat what the context expects.
    """
    if isinstance(expression, ListExpr | TupleExpr):
        known_items = concatenated_items(_literal_item(api, item) for item in expression.items)
        if known_items is not None:
            return known_items
    if isinstance(expression, OpExpr) and expression.op in ("+", "*"):  # of lists; a number has no items
        sides = [(stored_type(api, side), side) for side in (expression.left, expression.right)]
        parts = [None if side_type is None else items(api, side_type, side) for side_type, side in sides]
        known_items = concatenated_items(parts) if expression.op == "+" else next(filter(None, parts), None)
        if known_items and _is_sequence(t):  # else an array takes the list beside it for an array, too: [1, 2] * x
            return known_items
    if isinstance(expression, ListComprehension):
        return items(api, t, expression.generator)
    if isinstance(expression, GeneratorExpr) and (item := stored_type(api, expression.left_expr)) is not None:
        return _uniform_items(item, expression.left_expr)
    if isinstance(expression, CallExpr) and expression.arg_kinds == [ARG_POS]:
        (source,) = expression.args
        if isinstance(expression.callee, RefExpr) and expression.callee.fullname in COPIES:
            known_items = iterated_items(api, stored_type(api, source), source)
            if known_items is not None:
                return known_items
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return [(item, expression) for item in proper.items]
    if isinstance(proper, Instance) and proper.type.fullname in SEQUENCES and proper.args:
        return _uniform_items(proper.args[0], expression)
    return None


def _is_sequence(t: Type) -> bool:
    """Whether a type is that of a list or another sequence."""
    proper = unfolded(t)
    return isinstance(proper, TupleType) or (isinstance(proper, Instance) and proper.type.fullname in SEQUENCES)


def iterated_items(api: CheckerPluginInterface, t: Type | None, expression: Expression) -> Items | None:
    """The items that iteration yields; the rows of an array have the array's dtype."""
    known_items = items(api, ANYTHING if t is None else t, expression)
    proper = unfolded(t)
    if known_items is not None or not isinstance(proper, Instance):
        return known_items
    if array_info(proper.type) is not None:
        return [(proper, expression)]
    iterable = next((info for info in proper.type.mro if info.fullname == "typing.Iterable"), None)
    return None if iterable is None else _uniform_items(map_instance_to_supertype(proper, iterable).args[0], expression)


def nested_items(api: CheckerPluginInterface, outer: Items) -> Items:
    """The items of nested sequences, flattened until no item is a sequence."""
    flat: Items = []
    pending = [(*one, 0) for one in reversed(outer)]
    while pending:
        t, expression, depth = pending.pop()
        inner = items(api, t, expression) if depth < MOST_DIMENSIONS else None
        if inner is None:
            flat.append((t, expression))
        else:
            pending += [(*one, depth + 1) for one in reversed(inner)]
    return flat


def is_counted(t: Type, expression: Expression) -> bool:
    """Whether the number of items is known."""
    proper = unfolded(t)
    if isinstance(expression, ListExpr | TupleExpr):
        return not any(isinstance(item, StarExpr) for item in expression.items)
    return isinstance(proper, TupleType) and not any(isinstance(item, UnpackType) for item in proper.items)


def concatenated_items(parts: Iterable[Items | None]) -> Items | None:
    """The items of all parts in order; None if the items of any part are unknown."""
    joined: Items = []
    for part in parts:
        if part is None:
            return None
        joined += part
    return joined


def _literal_item(api: CheckerPluginInterface, item: Expression) -> Items | None:
    """The item of a list or tuple literal, or the several items that a starred item unpacks."""
    if isinstance(item, StarExpr):
        return iterated_items(api, stored_type(api, item.expr), item.expr)
    t = stored_type(api, item)
    return None if t is None else [(t, item)]


def _uniform_items(t: Type, expression: Expression) -> Items | None:
    """One entry for items that share a type; None if their dtypes may differ, as the dtypes of a category may."""
    alternatives = operands(t) or ()
    is_variable = len(alternatives) == 1 and alternatives[0].variable is not None
    may_differ = sum(len(operand.dtypes) for operand in alternatives) > 1 and not is_variable
    return None if may_differ else [(t, expression)]


def element_types(api: CheckerPluginInterface, t: Type, expression: Expression) -> list[Type]:
    """The types of the items that iteration yields, as far as they are known; the dtypes of one type may differ."""
    known_items = iterated_items(api, t, expression)
    if known_items is not None:
        return [item for item, _ in known_items]
    proper = unfolded(t)
    if isinstance(proper, UnionType):
        of_members = [element_types(api, member, TempNode(member)) for member in proper.items]
        return [one for each in of_members for one in each] if all(of_members) else []
    if not isinstance(proper, Instance):
        return []
    iterable = next((info for info in proper.type.mro if info.fullname == "typing.Iterable"), None)
    return [] if iterable is None else [map_instance_to_supertype(proper, iterable).args[0]]
