"""Finds the variables that may hold the same object as an expression: ``state or backup``, ``next(iter(states))``.

A change of the object through the expression changes what these variables hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from mypy.nodes import (
    AssignmentExpr,
    AwaitExpr,
    CallExpr,
    CastExpr,
    ConditionalExpr,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    Var,
    YieldFromExpr,
)

from .assignment_marker import inner_value
from .keys import ITEMS, Key, items_key, key_of, key_of_variable
from .written_values import WITH_SAME_ITEMS

SELECTING = frozenset((*(f"builtins.{name}" for name in ("getattr", "max", "min", "next")), "functools.reduce"))
"""The functions that return one of their arguments, or an item of an argument."""
ITERATORS = frozenset(f"builtins.{name}" for name in ("enumerate", "filter", "iter", "reversed", "zip"))
"""The functions that return an iterator over the items of their arguments."""
COPYING = WITH_SAME_ITEMS | {
    *("collections.OrderedDict", "collections.defaultdict", "collections.deque", "copy.copy"),
}
"""The functions that return a new container of the items of their arguments."""
WITH_DEFAULTS = frozenset(("get", "pop", "setdefault"))
"""The methods that may return their last argument."""
WITH_ARRAYS = ("jax.", "numpy.")
"""The prefixes of the functions that take a literal for an array, and never return an argument or a part of it."""
RESULT = "result of "
"""The beginning of the keys of what functions return."""
LITERALS = (ListExpr, TupleExpr, SetExpr, DictExpr)


def holders_of(expression: Expression) -> Iterator[Key]:
    """The keys that may stand for the object of an expression: of variables and attributes, or of their items."""
    match inner_value(expression):
        case NameExpr() | MemberExpr() as place:
            if (key := key_of(place)) is not None and not place.fullname.startswith("builtins."):
                yield key
        case IndexExpr(base=container):
            yield from holders_of_items(container)
        case OpExpr(op="or" | "and", left=one, right=other) | ConditionalExpr(if_expr=one, else_expr=other):
            yield from holders_of(one)
            yield from holders_of(other)
        case AssignmentExpr(target=one, value=other):
            yield from holders_of(one)
            yield from holders_of(other)
        case AwaitExpr(expr=inner) | StarExpr(expr=inner) | CallExpr(analyzed=CastExpr(expr=inner)):
            yield from holders_of(inner)
        case YieldFromExpr(expr=generator):
            yield from holders_of(generator)
        case CallExpr() as call:
            yield from _holders_of_result(call)


def holders_of_items(container: Expression, position: int | None = None) -> Iterator[Key]:
    """The keys that may stand for an item of a container.

    Args:
        container: the container.
        position: the position of the item in a tuple; None for all items.
    """
    match inner_value(container):
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            for item in items:
                yield from holders_of_items(item.expr) if isinstance(item, StarExpr) else _holders_inside(item)
        case DictExpr(items=pairs):
            for name, item in pairs:
                yield from holders_of_items(item) if name is None else _holders_inside(item)
        case (
            ListComprehension(generator=GeneratorExpr(left_expr=item))
            | GeneratorExpr(left_expr=item)
            | DictionaryComprehension(value=item)
        ):
            yield from _holders_inside(item)
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in COPYING or _is_iterator(name):
            for argument in args:
                yield from holders_of_items(argument)
        case CallExpr(callee=RefExpr(node=TypeInfo()) | MemberExpr(expr=RefExpr(node=TypeInfo())), args=args):
            for argument in args:
                yield from _holders_inside(argument)
        case other:
            for key in holders_of(other):
                is_result = key.startswith(RESULT)
                yield _key_at(key, position) if is_result and position is not None else items_key(key)
                if isinstance(other, CallExpr) and not is_result:  # the items of {"w": x}.values()
                    yield key


def _holders_inside(item: Expression) -> Iterator[Key]:
    """The keys of objects in a literal, one or two levels deep."""
    yield from holders_of(item)
    if isinstance(inner_value(item), LITERALS):
        yield from holders_of_items(item)


def _holders_of_result(call: CallExpr) -> Iterator[Key]:
    """The keys that may stand for the result of a call."""
    match call:
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in SELECTING:
            for argument in args:
                yield from holders_of_items(argument)
                yield from holders_of(argument)
        case CallExpr(callee=RefExpr(fullname=name), args=args) if _is_iterator(name):
            for argument in args:
                yield from holders_of(argument)
        case CallExpr(callee=RefExpr(fullname=name)) if name.startswith(WITH_ARRAYS):
            return
        case CallExpr(callee=RefExpr(node=FuncDef() as called) | RefExpr(node=Decorator(func=called))):
            yield result_key(called)
        case CallExpr(callee=NameExpr(node=Var() as held)):
            yield result_key_of_variable(key_of_variable(held))
        case CallExpr(callee=MemberExpr(expr=owner, name=name, node=None), args=args):
            yield from holders_of_items(owner)
            yield result_of_method(name)
            if name in WITH_DEFAULTS and args:
                yield from holders_of(args[-1])


def _is_iterator(name: str) -> bool:
    """Whether a function returns an iterator over the items of its arguments."""
    return name in ITERATORS or name.startswith("itertools.")


def result_key(function: FuncDef, position: int | None = None) -> Key:
    """The key of what a function returns, or of one item of a tuple that it returns; methods of one name share it."""
    key = result_of_method(function.name) if function.info else f"{RESULT}{function.fullname}:{function.line}"
    return key if position is None else _key_at(key, position)


def results_of_unknown_methods(linked: Collection[Key], methods: Collection[str]) -> Iterator[Key]:
    """The keys of what methods return that no class of the file defines.

    Args:
        linked: the keys that may stand for the object of another key.
        methods: the names of the methods of the file's classes.
    """
    beginning = result_of_method("")
    for key in linked:
        if (
            key.startswith(beginning)
            and key.removeprefix(beginning).partition("(")[0].removesuffix(ITEMS) not in methods
        ):
            yield key


def items_of_results(linked: Collection[Key]) -> Iterator[tuple[Key, list[Key]]]:
    """The key of the items of each result that the file also uses or returns as a whole, with the keys of single items.

    Args:
        linked: the keys that may stand for the object of another key.
    """
    results = [key for key in linked if key.startswith(RESULT)]
    singles: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in results:
        if key.endswith(")"):
            singles[key[: key.rindex("(")]].append(key)
    for key in results:
        if not key.endswith((")", ITEMS)):
            yield items_key(key), singles[key]


def result_of_method(name: str) -> Key:
    """The key of what the methods of a name return."""
    return f"{RESULT}.{name}"


def result_key_of_variable(key: Key) -> Key:
    """The key of what the function that a variable holds returns."""
    return RESULT + key


def _key_at(key: Key, position: int) -> Key:
    return f"{key}({position})"
