"""Builtin functions that make or read iterables: ``len``, ``range``, ``zip``, ``map``, ``sum``, ``sorted``."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from ..attributes import get_attribute
from ..builtin_bases import contents
from ..call import Call
from ..classes import find_method
from ..conditions import truth
from ..heap import Heap, joined_heaps
from ..iteration import is_iterable, is_view, item_of, known_items, new_sequence, new_set, read_generator
from ..iterators import each_step, is_read_at_once, lazy, make_iterator, make_zip, next_item
from ..operators import binary
from ..values import (
    ABSENT,
    ANY_INT,
    ANY_STR,
    BOTTOM,
    NONE,
    Array,
    Items,
    Number,
    NumPyArray,
    Object,
    Range,
    Slice,
    Text,
    Tuple,
    Value,
    constant_of,
    each,
    join,
    joined,
    of_bool,
    of_constant,
    of_size,
    only,
)
from .attribute_dicts import as_dicts
from .containers import copied
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("builtins.len")
def _len(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, (Array, NumPyArray)):
            return of_size(item.shape[0]) if item.shape else ANY_INT
        if isinstance(item, Range):
            return of_constant(len(range(item.start, item.stop, item.step)))
        if isinstance(item, Text) and item.constant is not ABSENT:
            return of_constant(len(item.constant))
        if find_method(run, item, "__len__") is not None:
            return run.call(get_attribute(run, (item,), "__len__"), [], node=call.node, label="len")
        inner = contents(run, item)
        items = known_items(run, (item,) if inner is None else inner)
        return ANY_INT if items is None else of_constant(len(items))

    return each(call.get(0, "obj"), one)


def _items(run: Run, value: Value) -> list[Value] | None:
    """The items of an argument that is iterated over; None if they are not known."""
    return known_items(run, read_generator(run, value))


LARGEST_BOUND = 1 << 60
"""The largest bound of a range that is kept."""


@model("builtins.range")
def _range(run: Run, call: Call) -> Value:
    numbers = [constant_of(argument) for argument in call.arguments]
    if not call.star and 1 <= len(numbers) <= 3 and all(isinstance(number, int) for number in numbers):
        start, stop = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        step = numbers[2] if len(numbers) == 3 else 1
        if max(map(abs, (start, stop, step))) > LARGEST_BOUND:
            return (Items(ANY_INT, "range"),)
        return (Range(start, stop, step),) if step else BOTTOM
    return (Items(ANY_INT, "range"),)


@model("builtins.slice")
def _slice(run: Run, call: Call) -> Value:
    arguments = call.arguments
    if len(arguments) == 1:
        return (Slice(NONE, arguments[0], NONE),)
    return (Slice(call.get(0, "start"), call.get(1, "stop"), call.get(2, "step", NONE)),)


@model("builtins.list")
def _list(run: Run, call: Call) -> Value:
    if not call.arguments:
        return run.allocate("list", label="list")
    items = _items(run, call.arguments[0])
    return new_sequence(run, items, BOTTOM if items is not None else item_of(run, call.arguments[0]))


@model("builtins.tuple")
def _tuple(run: Run, call: Call) -> Value:
    if not call.arguments:
        return (Tuple(()),)

    def one(item: Any) -> Value:
        items = _items(run, (item,))
        return (Items(item_of(run, (item,)), "tuple"),) if items is None else (Tuple(tuple(items)),)

    return each(call.arguments[0], one)


@model("builtins.iter")
def _iter(run: Run, call: Call) -> Value:
    if len(call.arguments) > 1:
        return lazy(run, call)
    return each(call.get(0, "object"),
                lambda item: BOTTOM if is_iterable(run, item) is False else make_iterator(run, (item,)))  # fmt: skip


@model("builtins.reversed")
def _reversed(run: Run, call: Call) -> Value:
    iterable = call.get(0, "sequence")
    target = only(iterable)
    if find_method(run, target, "__reversed__") is not None:
        return make_iterator(run, run.call(get_attribute(run, iterable, "__reversed__"), [], label="reversed"))
    inner = contents(run, target)
    if inner is not None and isinstance(only(inner), Object):  # a list or dict reads its items itself
        call, iterable, target = call.with_arguments([inner]), inner, only(inner)
    if is_view(target) or (isinstance(target, Object) and run.object(target).kind == "dict"):
        items = known_items(run, iterable)
        return (Items(item_of(run, iterable)),) if items is None else make_iterator(run, (Tuple(tuple(items[::-1])),))
    if not is_read_at_once(run, call.node, call.arguments):
        return lazy(run, call)
    items = known_items(run, iterable)
    return (Items(item_of(run, iterable), "iterator"),) if items is None else (Tuple(tuple(items[::-1])),)


@model("builtins.set", "builtins.frozenset")
def _set(run: Run, call: Call) -> Value:
    if not call.arguments:
        return run.allocate("set", label="set")
    items = _items(run, call.arguments[0])
    if items is None:
        return new_sequence(run, None, item_of(run, call.arguments[0]), "set")
    return new_set(run, items)


@model("builtins.dict", "collections.OrderedDict")
def _dict(run: Run, call: Call) -> Value:
    from .containers import update

    made = run.allocate("dict", label="dict")
    for value in call.arguments[:1]:
        value = as_dicts(run, value)
        source = only(value, Object)
        if source is not None and run.object(source).kind == "dict":
            made = copied(run, source)
        else:
            update(run, made[0], value)
    update(run, made[0], BOTTOM, call.keywords)
    if call.double_star or call.star:
        run.live.write_anywhere(made[0].site, call.double_star or call.star, ANY_STR)
    return made


@model("builtins.dict.fromkeys", "collections.OrderedDict.fromkeys")
def _dict_from_keys(run: Run, call: Call) -> Value:
    """A dict in which all keys have the same value."""
    from ..subscripts import set_item

    iterable, value = call.get(0, "iterable"), call.get(1, "value", NONE)
    keys = _items(run, iterable)
    if keys is None:
        return run.allocate("dict", rest=value, keys=item_of(run, iterable), label="dict")
    made = run.allocate("dict", label="dict")
    for key in keys:
        set_item(run, made, key, value, call.node)
    return made


@model("builtins.zip")
def _zip(run: Run, call: Call) -> Value:
    if call.star:
        values = [item_of(run, argument) for argument in (*call.arguments, call.star)]
        return (Items((Items(joined(values), "tuple"),)),)
    if not is_read_at_once(run, call.node, call.arguments):
        return make_zip(run, call.arguments)
    columns = [_items(run, argument) for argument in call.arguments]
    if all(column is not None for column in columns):
        shortest = min((len(column) for column in columns if column is not None), default=0)
        rows = [tuple(column[index] for column in columns if column is not None) for index in range(shortest)]
        return (Tuple(tuple((Tuple(row),) for row in rows)),)
    return (Items((Tuple(tuple(item_of(run, argument) for argument in call.arguments)),)),)


@model("builtins.enumerate")
def _enumerate(run: Run, call: Call) -> Value:
    iterable = call.get(0, "iterable")
    if not is_read_at_once(run, call.node, [iterable]):
        return lazy(run, call)
    start = constant_of(call.get(1, "start", of_constant(0)))
    items = _items(run, iterable)
    if items is None or not isinstance(start, int):
        return (Items((Tuple((ANY_INT, item_of(run, iterable))),)),)
    return (Tuple(tuple((Tuple((of_constant(start + index), item)),) for index, item in enumerate(items))),)


@model("builtins.map")
def _map(run: Run, call: Call) -> Value:
    function, iterables = call.get(0, "function"), call.arguments[1:]
    if not is_read_at_once(run, call.node, iterables, calls=True):
        return lazy(run, call)
    columns = [_items(run, iterable) for iterable in iterables]
    if all(column is not None for column in columns) and not call.star:
        rows = list(zip(*(column for column in columns if column is not None), strict=False))
        results = [run.call(function, list(row), {}, label=("map", index)) for index, row in enumerate(rows)]
        return (Tuple(tuple(results)),)
    from ..loops import repeat

    items = [item_of(run, iterable) for iterable in iterables]
    return (Items(repeat(run, lambda: run.call(function, items, {}, label="map"))),)


@model("builtins.filter")
def _filter(run: Run, call: Call) -> Value:
    function, iterable = call.get(0, "function"), call.get(1, "iterable")
    if not is_read_at_once(run, call.node, [iterable], calls=True):
        return lazy(run, call)
    items = _items(run, iterable)
    if items is None:
        return (Items(item_of(run, iterable)),)
    kept: list[Value] = []
    exact = True
    for index, item in enumerate(items):
        outcome = truth(run, item if function == NONE else run.call(function, [item], {}, label=("filter", index)))
        exact = exact and outcome is not None
        if outcome is not False:
            kept.append(item)
    return (Tuple(tuple(kept)),) if exact else (Items(joined(kept)),)


@model("builtins.sorted")
def _sorted(run: Run, call: Call) -> Value:
    iterable = call.get(0, "iterable")
    items = _items(run, iterable)
    key = call.keywords.get("key", BOTTOM)
    if items is not None:
        constants = [constant_of(item) for item in items]
        if ABSENT not in constants and not key and not call.keywords.get("reverse"):
            try:
                order = sorted(range(len(items)), key=lambda index: constants[index])
            except TypeError:
                return BOTTOM
            return new_sequence(run, [items[index] for index in order])
        if len(items) <= 1:
            return new_sequence(run, items)
    item = item_of(run, iterable)
    if key and key != NONE:
        run.call(key, [item], {}, label="key")
    return new_sequence(run, None, item)


@model("builtins.sum")
def _sum(run: Run, call: Call) -> Value:
    iterable = call.get(0, "iterable")
    total = call.get(1, "start", of_constant(0))
    items = _items(run, iterable)
    if items is not None:
        for item in items:
            with maybe_mixing(run, total), maybe_mixing(run, item):
                total = binary(run, "add", total, item, call.node)
        return total
    item = item_of(run, iterable)
    result = join(total, binary(run, "add", total, item, call.node))
    with maybe_mixing(run, item):
        for _ in range(3):
            new = join(result, binary(run, "add", result, item, call.node))
            if new == result:
                break
            result = new
    return result


def maybe_mixing(run: Run, item: Value) -> AbstractContextManager[None]:
    """Tell nothing about items that are added up if they may have several dtypes: they may all have the same one."""
    dtypes = {one.dtype for one in item if isinstance(one, Array | NumPyArray)}
    return run.records.paused() if len(dtypes) > 1 else nullcontext()


@model("builtins.max", "builtins.min")
def _extreme(run: Run, call: Call) -> Value:
    items = list(call.arguments) if len(call.arguments) > 1 else _items(run, call.get(0, "iterable"))
    default = call.keywords.get("default", BOTTOM)
    key = call.keywords.get("key", BOTTOM)
    if items is not None and not key:
        constants = [constant_of(item) for item in items]
        are_numbers = all(isinstance(only(item), Number) for item in items)
        if constants and are_numbers and all(isinstance(constant, (int, float)) for constant in constants):
            return of_constant(max(constants) if call.short_name == "max" else min(constants))
    values = items if items is not None else [item_of(run, call.get(0, "iterable"))]
    if key and key != NONE and values:
        run.call(key, [joined(values)], {}, label="key")
    result = joined(values)
    if any(isinstance(item, Number) for item in result) and len(values) > 1:
        from ..values import without_constants

        result = without_constants(result)
    return join(result, default)


@model("builtins.any", "builtins.all")
def _any_all(run: Run, call: Call) -> Value:
    decisive = call.short_name == "any"
    exits: Heap | None = None
    is_decided = True

    def body(item: Value) -> None:
        nonlocal exits, is_decided
        outcome = truth(run, item)
        if outcome is decisive:
            exits, run.heap = joined_heaps(exits, run.heap), None
        elif outcome is None and run.heap is not None:
            is_decided = False
            exits = joined_heaps(exits, run.heap.branch())

    iterator = make_iterator(run, read_generator(run, call.get(0, "iterable")))
    if run.heap is None:
        return BOTTOM
    each_step(run, call.node, iterator, body)
    end, run.heap = run.heap, joined_heaps(run.heap, exits)
    if not is_decided or (end is not None and exits is not None):
        return of_bool(None)
    return of_bool(decisive if end is None else not decisive)


@model("builtins.next")
def _next(run: Run, call: Call) -> Value:
    iterator, default = call.get(0, "iterator"), call.get(1, "default")
    return next_item(run, iterator, default, call.label)
