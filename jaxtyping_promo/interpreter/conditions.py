"""Conditions: which of them are decided, and what a branch knows about the variables of its condition."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .builtin_bases import contents
from .values import (
    ABSENT,
    BOTTOM,
    Array,
    BoundMethod,
    Class,
    Dtype,
    External,
    Function,
    Items,
    Module,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Partial,
    Range,
    Singleton,
    Text,
    Transformed,
    Tuple,
    Unknown,
    Value,
    join,
)

if TYPE_CHECKING:
    from .run import Run

GUARDING = ("ndim", "shape", "size", "dtype")
"""The attributes of an array that tell which operations it allows."""
MOST_NARROWED = 12
"""The most alternatives of a variable that a condition is tried for, one by one."""

ALWAYS_TRUE = (BoundMethod, Class, External, Function, Module, Opaque, Partial, Transformed, Dtype)


def truth(run: Run, value: Value) -> bool | None:
    """Whether a value is true; None if it may be both."""
    results = {_truth(run, item) for item in value}
    return results.pop() if len(results) == 1 else None


def _truth(run: Run, item: Any) -> bool | None:
    match item:
        case Number(constant=constant) | Text(constant=constant):
            return None if constant is ABSENT else bool(constant)
        case NumPyArray(constant=constant):
            return None if constant is ABSENT else bool(constant)
        case Singleton(kind=kind):
            return kind != "NoneType"
        case Tuple(items=items):
            return bool(items)
        case Range(start=start, stop=stop, step=step):
            return bool(range(start, stop, step))
        case Object():
            return _object_truth(run, item)
        case Array() | Unknown() | Items():
            return None
    return True if isinstance(item, ALWAYS_TRUE) else None


def _object_truth(run: Run, item: Object) -> bool | None:
    from .attributes import get_attribute
    from .classes import find_method

    found = run.live.get(item.site)
    if found is None or found.escape is not None:
        return None
    if found.kind in ("list", "dict", "set"):
        return True if found.fields and not found.is_summary else None if not found.is_known else False
    for name in ("__bool__", "__len__"):
        if find_method(run, item, name) is not None:
            return truth(run, run.call(get_attribute(run, (item,), name), [], label=name))
    inner = contents(run, item)
    return True if inner is None else truth(run, inner)


def follow_condition(
    run: Run, test: ast.expr, yes: Callable[[], Value], no: Callable[[], Value], value: Value | None = None
) -> Value:
    """Follow the branches of a condition that may be reached, and merge them. Returns the join of their values.

    In each branch, a variable of the condition has only the alternatives with which the branch is reached.

    Args:
        run: the run.
        test: the condition.
        yes, no: follow the branches.
        value: the value of the condition if it is evaluated already.
    """
    if value is None:
        value = run.evaluate(test)
    if run.heap is None:
        return BOTTOM
    decided = truth(run, value)
    if decided is not None:
        return yes() if decided else no()
    narrowed = _narrowed(run, test)
    if narrowed is None:
        with run.guarded(_is_guard(test)):
            return run.branch(yes, no)
    name, when_true, when_false = narrowed

    def entering(alternatives: Value, branch: Callable[[], Value]) -> Value:
        _store(run, name, alternatives)
        return branch()

    paths = [
        (lambda alternatives=alternatives, branch=branch: entering(alternatives, branch))
        for alternatives, branch in ((when_true, yes), (when_false, no))
        if alternatives
    ]
    if len(paths) == 1:
        return paths[0]()
    with run.guarded(_is_guard(test)):
        return run.branch(*paths)


def _is_guard(test: ast.expr) -> bool:
    """Whether a condition may ask for the shape or dtype of an array, perhaps by a function."""
    return any(
        isinstance(node, ast.Call) or (isinstance(node, ast.Attribute) and node.attr in GUARDING)
        for node in ast.walk(test)
    )


def _narrowed(run: Run, test: ast.expr) -> tuple[ast.expr, Value, Value] | None:
    """A variable of a condition with its alternatives for each outcome, if the condition tells them apart."""
    for place in _places(test):
        value = _load(run, place)
        if value is None or not 2 <= len(value) <= MOST_NARROWED:
            continue
        when_true: Value = BOTTOM
        when_false: Value = BOTTOM
        start = run.live
        for item in value:
            run.heap = start.branch()
            with run.records.paused():
                _store(run, place, (item,))
                outcome = truth(run, run.evaluate(test)) if run.heap is not None else None
            if run.heap is None:
                continue
            if outcome is not False:
                when_true = join(when_true, (item,))
            if outcome is not True:
                when_false = join(when_false, (item,))
        run.heap = start.branch()
        if len(when_true) < len(value) or len(when_false) < len(value):
            return place, when_true, when_false
    return None


@lru_cache(maxsize=10_000)
def _places(test: ast.expr) -> tuple[ast.expr, ...]:
    """The names and attributes in a condition, without those in functions."""
    places: dict[str, ast.expr] = {}
    pending: list[ast.AST] = [test]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_path(node)):
            places.setdefault(ast.dump(node), node)
        pending.extend(ast.iter_child_nodes(node))
    return tuple(places.values())


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _load(run: Run, place: ast.expr) -> Value | None:
    """The value of a variable or attribute of a single object, without calling a property."""
    if isinstance(place, ast.Name):
        return run.object(run.frame).fields.get(place.id)
    assert isinstance(place, ast.Attribute)
    owner = _load(run, place.value)
    if owner is None or len(owner) != 1 or not isinstance(owner[0], Object):
        return None
    found = run.live.get(owner[0].site)
    if found is None or found.is_summary or found.escape is not None or found.kind != "instance":
        return None
    return found.fields.get(place.attr)


def _store(run: Run, place: ast.expr, value: Value) -> None:
    """Replace the value that `_load` reads."""
    if isinstance(place, ast.Name):
        run.live.writable(run.frame, is_narrowing=True).fields[place.id] = value
        return
    assert isinstance(place, ast.Attribute)
    owner = _load(run, place.value)
    assert owner is not None
    run.live.writable(owner[0].site, is_narrowing=True).fields[place.attr] = value
