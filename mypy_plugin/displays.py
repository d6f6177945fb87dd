"""Lists, dicts and tuples that are written out anew: ``xs = [x.astype(jnp.bfloat16) for x in xs]``.

mypy expects in the second list what the variable's first one held, dtype and all. What stands in it, and what that is
to be, is found here. Where an array of another dtype stands there, `variables` has the variable hold arrays of which no
dtype is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ListComprehension,
    ListExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    StarExpr,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.types import Instance, TupleType, Type

from .assignments import Target, assignments_of
from .containers import has_arrays, is_followed
from .files import OfFiles
from .pytrees import CONTAINERS
from .results import unfolded, without_dtypes

ADDED = "builtins.list.__add__"
"""The method that makes a list of two. What makes lists and dicts has no name of its own to mypy."""


class Element(NamedTuple):
    """What stands in a list, dict or tuple that is assigned to a variable.

    Attributes:
        target: where the variable is assigned to.
        path: where it stands: the position in each of the lists, dicts and tuples that it is in.
        around: these, as mypy's functions that make them know them.
    """

    target: Target
    path: tuple[int, ...]
    around: tuple[Expression, ...]


def _elements(tree: MypyFile) -> dict[Context, Element]:
    """The elements in a file, but for those of what variables hold first."""
    found: dict[Context, Element] = {}
    for value, target in assignments_of(tree).targets.items():
        if isinstance(target, Target) and not target.is_first and isinstance(value, Expression):
            for element, path, around in _inside(value, (), ()):
                if path:
                    found[element] = Element(target, path, around)
    return found


elements_of = OfFiles(_elements)


def _inside(
    value: Expression, path: tuple[int, ...], around: tuple[Expression, ...]
) -> Iterator[tuple[Expression, tuple[int, ...], tuple[Expression, ...]]]:
    """What stands in an expression: each with its path and what is around it."""
    parts: list[tuple[Expression, tuple[int, ...]]] = []
    made: Expression = value
    match value:
        case ListExpr(items=items) | TupleExpr(items=items):
            parts = [(item, (*path, position)) for position, item in enumerate(items) if not isinstance(item, StarExpr)]
        case DictExpr(items=pairs):
            # What is unpacked has its items where this dict has them.
            parts = [(item, path if key is None else (*path, 0)) for key, item in pairs]
        case ListComprehension(generator=made):
            parts = [(made.left_expr, (*path, 0))]
        case DictionaryComprehension(value=item):
            parts = [(item, (*path, 0))]
        case CallExpr(analyzed=DictExpr() as made):  # dict(x=x)
            yield from _inside(made, path, around)
            return
        case OpExpr(op="+", left=left, right=right):
            parts = [(side, path) for side in (left, right) if isinstance(side, ListExpr | ListComprehension)]
        case ConditionalExpr(if_expr=left, else_expr=right):
            parts = [(left, path), (right, path)]
    if not parts or isinstance(value, OpExpr | ConditionalExpr):
        yield value, path, around
    made_here = around if isinstance(value, ConditionalExpr) else (*around, made)
    for part, where in parts:
        yield from _inside(part, where, made_here)


def is_misfit(api: CheckerPluginInterface, element: Element, value: Type) -> bool:
    """Whether an array, or what holds some, is of another dtype than what stood there first, as no one has declared."""
    var, place = element.target.var, element.target.lvalue
    is_ours = var.is_inferred and isinstance(place, NameExpr) and is_followed(api, place)
    held = _held(var.type, element.path) if is_ours else None
    if held is None or not has_arrays(held) or not has_arrays(value) or is_subtype(value, held):
        return False
    return is_subtype(without_dtypes(value), without_dtypes(held))


def _held(t: Type | None, path: tuple[int, ...]) -> Type | None:
    """What stands in a type."""
    for position in path:
        proper = unfolded(t)
        if isinstance(proper, TupleType) and position < len(proper.items):
            t = proper.items[position]
        elif isinstance(proper, Instance) and proper.type.fullname in CONTAINERS:
            t = proper.args[-1]
        else:
            return None
    return t
