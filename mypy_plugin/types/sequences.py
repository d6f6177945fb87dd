"""The items of sequences: of lists that are written out, added, copied or unpacked, and of what is iterated over."""

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
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, UnpackType

from .array_types import unfolded
from .operands import array_info, operands

MOST_DIMENSIONS = 64
"""The dimensions that an array may have (NumPy 2). A list whose items are of its own type has more."""

COPIES = frozenset(("builtins.list", "builtins.tuple"))
"""The classes that make a sequence of any iterable, with its items."""
SEQUENCES = frozenset((*COPIES, "typing.Sequence"))

Items = list[tuple[Type, Expression]]
"""The types of items, and where they are."""


def items(api: CheckerPluginInterface, t: Type, expression: Expression) -> Items | None:
    """The items of a sequence and their types: of a display each its own, else the one that all have.

    The expression is asked before its type, which may be no more than what was expected of it.
    """
    if isinstance(expression, ListExpr | TupleExpr):
        found = concatenated(_of_display(api, item) for item in expression.items)
        if found is not None:
            return found
    if isinstance(expression, OpExpr) and expression.op in ("+", "*"):  # of lists; a number has no items
        sides = [(_type(api, side), side) for side in (expression.left, expression.right)]
        parts = [None if known is None else items(api, known, side) for known, side in sides]
        found = concatenated(parts) if expression.op == "+" else next(filter(None, parts), None)
        if found:
            return found
    if isinstance(expression, ListComprehension):
        return items(api, t, expression.generator)
    if isinstance(expression, GeneratorExpr) and (item := _type(api, expression.left_expr)) is not None:
        return _alike(item, expression.left_expr)
    if isinstance(expression, CallExpr) and expression.arg_kinds == [ARG_POS]:
        (source,) = expression.args
        if isinstance(expression.callee, RefExpr) and expression.callee.fullname in COPIES:
            found = iterated_items(api, _type(api, source), source)
            if found is not None:
                return found
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return [(item, expression) for item in proper.items]
    if isinstance(proper, Instance) and proper.type.fullname in SEQUENCES and proper.args:
        return _alike(proper.args[0], expression)
    return None


def iterated_items(api: CheckerPluginInterface, t: Type | None, expression: Expression) -> Items | None:
    """What comes out of an iterable: the rows of an array have its dtype."""
    found = items(api, AnyType(TypeOfAny.special_form) if t is None else t, expression)
    proper = unfolded(t)
    if found is not None or not isinstance(proper, Instance):
        return found
    if array_info(proper.type) is not None:
        return [(proper, expression)]
    iterable = next((info for info in proper.type.mro if info.fullname == "typing.Iterable"), None)
    return None if iterable is None else _alike(map_instance_to_supertype(proper, iterable).args[0], expression)


def nested_items(api: CheckerPluginInterface, found: Items) -> Items:
    """The items of sequences within each other, which are no sequences but where no array has so many dimensions."""
    single: Items = []
    pending = [(*one, 0) for one in reversed(found)]
    while pending:
        t, expression, depth = pending.pop()
        inner = items(api, t, expression) if depth < MOST_DIMENSIONS else None
        if inner is None:
            single.append((t, expression))
        else:
            pending += [(*one, depth + 1) for one in reversed(inner)]
    return single


def is_counted(t: Type, expression: Expression) -> bool:
    """Whether it is known how many items there are."""
    proper = unfolded(t)
    if isinstance(expression, ListExpr | TupleExpr):
        return not any(isinstance(item, StarExpr) for item in expression.items)
    return isinstance(proper, TupleType) and not any(isinstance(item, UnpackType) for item in proper.items)


def concatenated(parts: Iterable[Items | None]) -> Items | None:
    """The items of all parts, if those of each are known."""
    found: Items = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


def _of_display(api: CheckerPluginInterface, item: Expression) -> Items | None:
    """An item of a list or a tuple that is written out, or the items that a starred one stands for."""
    if isinstance(item, StarExpr):
        return iterated_items(api, _type(api, item.expr), item.expr)
    t = _type(api, item)
    return None if t is None else [(t, item)]


def _type(api: CheckerPluginInterface, expression: Expression) -> Type | None:
    """The type of an expression that mypy has been at."""
    return api.lookup_type(expression) if api.has_type(expression) else None  # type: ignore[attr-defined]


def _alike(t: Type, expression: Expression) -> Items | None:
    """One item for all of them. Those of a category may differ from each other in any way."""
    known = operands(t) or ()
    is_variable = len(known) == 1 and known[0].variable is not None
    may_differ = sum(len(one.dtypes) for one in known) > 1 and not is_variable
    return None if may_differ else [(t, expression)]
