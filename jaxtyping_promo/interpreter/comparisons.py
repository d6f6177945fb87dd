"""Comparisons: ``is``, ``in``, ``==`` and the others."""

from __future__ import annotations

import ast
from typing import Any

from .attributes import get_attribute
from .builtin_bases import contents
from .classes import find_method
from .equality import instance_equality
from .iteration import known_items
from .operators import COMPARISON_OPERATORS, IDENTITIES, binary, equal
from .run import Run
from .values import (
    ABSENT,
    Dtype,
    Items,
    Method,
    Number,
    Object,
    Singleton,
    Unknown,
    Value,
    constant_of,
    of_bool,
    only,
)


def compare(run: Run, op: ast.cmpop, left: Value, right: Value, node: ast.AST) -> Value:
    """One comparison of a chain, ``is`` and ``in`` included."""
    if type(op) in COMPARISON_OPERATORS:
        return binary(run, COMPARISON_OPERATORS[type(op)], left, right, node)
    if isinstance(op, (ast.Is, ast.IsNot)):
        same = _identity(run, left, right)
        return of_bool(None if same is None else same == isinstance(op, ast.Is))
    found = _membership(run, left, right, node)
    return of_bool(None if found is None else found == isinstance(op, ast.In))


def _identity(run: Run, left: Value, right: Value) -> bool | None:
    outcomes: set[bool | None] = set()
    for one in left:
        for other in right:
            outcomes.add(_is_same(run, one, other))
    return outcomes.pop() if len(outcomes) == 1 else None


def _is_same(run: Run, left: Any, right: Any) -> bool | None:
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return None
    if isinstance(left, Singleton) or isinstance(right, Singleton):
        return bool(left == right)
    if isinstance(left, Number) and isinstance(right, Number) and left.kind == right.kind == "bool":
        return None if ABSENT in (left.constant, right.constant) else bool(left.constant == right.constant)
    if isinstance(left, Object) and isinstance(right, Object):
        if left != right:
            return False
        return None if run.object(left).is_summary else True
    if isinstance(left, Dtype) and isinstance(right, Dtype):
        return None if left.name is None or right.name is None else (left.name, left.form) == (right.name, right.form)
    if isinstance(left, IDENTITIES) and isinstance(right, IDENTITIES):
        return bool(left == right)
    if (
        type(left) is not type(right)
        and not isinstance(left, (Items, Method))
        and not isinstance(right, (Items, Method))
    ):
        return False
    return None


def _membership(run: Run, left: Value, right: Value, node: ast.AST) -> bool | None:
    """Whether ``left in right``; None if unknown."""
    container = only(right)
    if container is None:
        outcomes = {_membership(run, left, (item,), node) for item in right}
        return outcomes.pop() if len(outcomes) == 1 else None
    if isinstance(container, Object) and run.object(container).kind == "instance":
        from .conditions import truth

        if find_method(run, container, "__contains__") is not None:
            return truth(run, run.call(get_attribute(run, right, "__contains__"), [left], node=node))
        inner = contents(run, container)
        if inner is not None:
            return _membership(run, left, inner, node)
    one, other = constant_of(left), constant_of(right)
    if isinstance(one, str) and isinstance(other, str):
        return one in other
    items = known_items(run, right)
    if items is None or len(left) != 1:
        return None
    results = [_equal_item(run, left[0], item[0]) if len(item) == 1 else None for item in items]
    return True if True in results else False if all(result is False for result in results) else None


def _equal_item(run: Run, left: Any, right: Any) -> bool | None:
    """Whether an item of a container is the searched value, or equal to it; None if unknown."""
    compared = instance_equality(run, left, right)
    if compared is None:
        return equal(left, right)
    constant = constant_of(compared)
    return constant if isinstance(constant, bool) else None
