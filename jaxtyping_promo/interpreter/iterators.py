"""Iterators: heap objects that give their items one by one, when they are asked for.

An iterator over a container reads the container at each step, as Python does. A generator runs its body up to the next
``yield`` (`generators`). ``map``, ``filter`` and most functions of ``itertools`` are generators whose source is
``stand_ins/iterators.txt``. So what an iterator reads or changes is read and changed at the step, and not before.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .heap import Heap, joined_heaps
from .iteration import _item_of, is_view, item_of, known_items
from .values import (
    BOTTOM,
    NONE,
    Array,
    Class,
    Items,
    Method,
    Number,
    NumPyArray,
    Object,
    Range,
    Text,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    join,
    joined,
    of_constant,
    only,
)

if TYPE_CHECKING:
    from .call import Call
    from .run import Run

STEPS_OF_TURNS = 50_000
"""The budget of the turns of a loop that are followed one by one, in evaluated syntax nodes.

The later turns are followed together.

A loop that trains a model by 20 steps took 20 times as long as one step.
"""
MOST_STEPS = 32
"""The most steps of a loop over an iterator that are followed one by one."""
MOST_ITEMS = 128
"""The most items of an iterator that are read at once."""
MOST_NESTED_STEPS = 512
"""The most steps of nested loops, multiplied."""
END = "the end of an iterator"


def make_iterator(run: Run, value: Value) -> Value:
    """``iter(value)``."""
    return each(value, lambda item: _iterator_of(run, item))


def _iterator_of(run: Run, item: Any) -> Value:
    from .attributes import get_attribute
    from .classes import find_method

    if isinstance(item, Object):
        found = run.live.get(item.site)
        if found is None or found.escape is not None:
            return run.unknown("the iterator of an object that is not known")
        if found.kind == "iterator":
            return (item,)
        if found.kind == "instance":
            if find_method(run, item, "__iter__") is not None:
                return run.call(get_attribute(run, (item,), "__iter__"), [], label="iter")
            return (Items(item_of(run, (item,))),)
    if is_view(item) or isinstance(item, (Array, NumPyArray, Object, Range, Text, Tuple, Class)):
        fields = {"source": (item,), "index": of_constant(0), "keys": _keys(run, item), "left": BOTTOM}
        return run.allocate("iterator", fields, label=("iterator", str(type(item))))
    return (item,) if isinstance(item, (Items, Unknown)) else (Items(_item_of(run, item)),)


def _keys(run: Run, item: Any) -> Value:
    """The keys of a dict or set that is iterated over: Python raises an error if their number changes."""
    target = item.receiver if isinstance(item, Method) else item
    found = run.live.get(target.site) if isinstance(target, Object) else None
    if found is None or found.kind not in ("dict", "set"):
        return NONE
    keys = known_items(run, (target,))
    return run.unknown("the keys of a dict") if keys is None else (Tuple(tuple(keys)),)


def is_iterator(run: Run, value: Value) -> bool:
    """Whether a value may be an iterator on the heap, or an instance of the program with ``__next__``."""
    from .classes import find_method

    return any(
        _kind(run, item) == "iterator"
        or (_kind(run, item) == "instance" and find_method(run, item, "__next__") is not None)
        for item in value
    )


def _kind(run: Run, item: Any) -> str:
    found = run.live.get(item.site) if isinstance(item, Object) else None
    return "" if found is None else found.kind


def step(run: Run, iterator: Value, sent: Value = NONE, label: Any = None) -> tuple[Value, Heap | None]:
    """Ask an iterator for its next item.

    Afterwards, the heap of the run is the one with an item; None if there is certainly none.

    Args:
        run: the run.
        iterator: the iterator.
        sent: the value that is sent to a generator.
        label: tells apart several steps at one node.

    Returns: The item, and the heap where the iterator is at its end; None if it certainly is not.
    """
    if len(iterator) == 1:
        return _step(run, iterator[0], sent, label)
    start = run.live
    since = len(start.log)
    following: Heap | None = None
    stopped: Heap | None = None
    values: list[Value] = []
    with run.uncertain():
        for number, item in enumerate(iterator):
            run.heap = start.branch()
            value, stop = _step(run, item, sent, (label, number))
            if run.heap is not None:
                values.append(value)
            following, stopped = joined_heaps(following, run.heap, since), joined_heaps(stopped, stop, since)
    run.heap = following
    return joined(values), stopped


def _step(run: Run, item: Any, sent: Value, label: Any) -> tuple[Value, Heap | None]:
    from .classes import find_method
    from .generators import step_generator

    if _kind(run, item) == "iterator":
        found = run.object(item)
        if found.escape is not None:
            return (found.escape,), run.live.branch()
        if "function" in found.fields:
            return step_generator(run, item, sent, label)
        return _step_zip(run, item, label) if "sources" in found.fields else _step_source(run, item)
    if isinstance(item, Object) and find_method(run, item, "__next__") is not None:
        return _step_instance(run, item, label)
    value = item.item if isinstance(item, Items) else _item_of(run, item)
    return value, None if run.heap is None else run.live.branch()


def _step_instance(run: Run, item: Object, label: Any) -> tuple[Value, Heap | None]:
    """``item.__next__()``, which may raise StopIteration at any statement."""
    from .attributes import get_attribute
    from .flows import TryFlow

    states = TryFlow()
    run.handlers.append(states)
    value = run.call(get_attribute(run, (item,), "__next__"), [], label=("next", label))
    run.handlers.pop()
    return value, None if states.heap is None else states.heap.branch()


def _step_source(run: Run, item: Object) -> tuple[Value, Heap | None]:
    """The next item of a container, which is read now."""
    found = run.object(item)
    source, index = found.fields["source"], constant_of(found.fields["index"])
    keys = found.fields["keys"]
    if keys != NONE and _keys(run, source[0]) != keys:
        return run.unknown("a container whose keys change while it is read"), run.live.branch()
    count = _length(run, source) if isinstance(index, int) else None
    if count is None:
        if isinstance(index, int):
            run.write(item.site, "index", (Number("int"),))
        return item_of(run, source), run.live.branch()
    if index >= count:
        run.write(item.site, "source", (Tuple(()),))
        run.write(item.site, "keys", NONE)
        stop, run.heap = run.heap, None
        return BOTTOM, stop
    run.write(item.site, "index", of_constant(index + 1))
    span = only(source, Range)
    if span is not None:
        return of_constant(range(span.start, span.stop, span.step)[index]), None
    items = known_items(run, source)
    return (item_of(run, source) if items is None else items[index]), None


def _length(run: Run, source: Value) -> int | None:
    span = only(source, Range)
    if span is not None:
        return len(range(span.start, span.stop, span.step))
    array = only(source, (Array, NumPyArray))
    if array is not None:
        return array.shape[0] if array.shape and isinstance(array.shape[0], int) else None
    items = known_items(run, source)
    return None if items is None else len(items)


def make_zip(run: Run, values: list[Value]) -> Value:
    """``zip(*values)``."""
    sources = tuple(make_iterator(run, value) for value in values)
    return run.allocate("iterator", {"sources": (Tuple(sources),), "left": BOTTOM}, label="zip")


def _step_zip(run: Run, item: Object, label: Any) -> tuple[Value, Heap | None]:
    sources = only(run.object(item).fields["sources"], Tuple)
    if sources is None:
        return run.unknown("the items of zip"), run.live.branch()
    stopped: Heap | None = None
    row: list[Value] = []
    for number, source in enumerate(sources.items):
        value, stop = step(run, source, label=(label, number))
        stopped = joined_heaps(stopped, stop)
        row.append(value)
        if run.heap is None:
            break
    if not row:
        stopped, run.heap = run.heap, None
    return (Tuple(tuple(row)),) if run.heap is not None else BOTTOM, stopped


def each_step(run: Run, node: ast.AST, iterator: Value, body: Callable[[Value], None]) -> bool:
    """Run code for each item of an iterator; afterwards, the heap is the one behind the end.

    Args:
        run: the run.
        node: the loop.
        iterator: the iterator.
        body: runs the code for an item. Where the loop is left early, it sets the heap to None.

    Returns: Whether the number of turns is known.
    """
    from .loops import until_stable

    outer, stopped, most_steps = run.unrolled, None, run.steps + STEPS_OF_TURNS
    for turn in range(min(MOST_STEPS, MOST_NESTED_STEPS // max(run.unrolled, 1))):
        run.unrolled = max(outer, 1) * (turn + 1)
        with run.within((id(node), turn)):
            value, stopped = step(run, iterator, label=turn)
            if run.heap is None or stopped is None:
                is_known = True
                if run.heap is not None:
                    body(value)
            else:
                is_known = False
                with run.uncertain():
                    body(value)
        if run.heap is None or not is_known or run.steps > most_steps:
            break
    run.unrolled = outer
    if run.heap is None:
        run.heap = stopped
        return stopped is None or is_known

    def turn_of_all(since: int) -> Heap | None:
        nonlocal stopped
        value, stop = step(run, iterator)
        stopped = joined_heaps(stopped, stop)
        if run.heap is not None:
            body(value)
        return run.heap

    until_stable(run, turn_of_all)
    run.heap = stopped
    return False


def drained(run: Run, item: Object) -> list[Value] | None:
    """All items that are left in an iterator, which is at its end afterwards; None if their number is not known.

    The iterator remembers the join of its items for `rest_of`.
    """
    items: list[Value] = []
    left: Value = run.object(item).fields.get("left", BOTTOM)
    is_known = True
    while True:
        value, stopped = step(run, (item,), label=len(items))
        if run.heap is None:
            run.heap = stopped
            break
        items.append(value)
        if stopped is not None or len(items) >= MOST_ITEMS:
            is_known = False
            break
    if not is_known:
        run.heap = joined_heaps(run.heap, stopped)
        items.append(all_steps(run, (item,)))
    if run.heap is None:
        return None
    if run.object(item).escape is None:
        run.write(item.site, "left", joined((left, *items)))
    return items if is_known else None


def all_steps(run: Run, iterator: Value) -> Value:
    """The join of all further items of an iterator."""
    from .loops import until_stable

    found: Value = BOTTOM
    stopped: Heap | None = None

    def turn(since: int) -> Heap | None:
        nonlocal found, stopped
        value, stop = step(run, iterator)
        found, stopped = join(found, value), joined_heaps(stopped, stop)
        return run.heap

    if run.heap is not None:
        until_stable(run, turn)
    run.heap = stopped
    return found


def rest_of(run: Run, item: Object) -> Value:
    """The join of the items of an iterator, which is read to its end, and of those that were read at once before."""
    if run.object(item).escape is None:
        drained(run, item)
    if run.heap is None:
        return BOTTOM
    found = run.object(item)
    return (found.escape,) if found.escape is not None else found.fields.get("left", BOTTOM)


def next_item(run: Run, iterator: Value, default: Value, label: Any = None, sent: Value = NONE) -> Value:
    """``next(iterator, default)``. Without a default, the end raises StopIteration."""
    value, stopped = step(run, iterator, sent, label)
    if not default:
        if stopped is not None and run.handlers:
            run.handlers[-1].add(stopped)
        return value
    if stopped is not None:
        run.heap = joined_heaps(run.heap, stopped)
        value = join(value, default)
    return value


# ----------------------------------------------------------------------------------- what reads the items at once

STAND_IN = "iterators of Python"
"""The name of the module whose generator functions stand for those of Python."""
READERS = frozenset(
    (*(f"builtins.{name}" for name in ("dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple")),
     "collections.Counter", "collections.OrderedDict", "collections.deque", "functools.reduce", "math.fsum",
     "math.prod")
)  # fmt: skip
"""The functions that read all items of their arguments, with nothing else in between."""
METHODS_THAT_READ = frozenset(("extend", "join", "update"))
"""The methods of containers and strings that do."""


def lazy(run: Run, call: Call) -> Value:
    """The iterator that a function of Python makes, as the generator of a function of the same name."""
    from .imports import run_module
    from .modules import Source

    site = run.modules.get(STAND_IN)
    if site is None:
        site = run_module(run, Source(STAND_IN, str(Path(__file__).parent / "stand_ins" / "iterators.txt")))
    function = run.live[site].fields[call.short_name]
    return run.call(function, call.arguments, call.keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=("lazy", call.label))  # fmt: skip


def note_reader(run: Run, node: ast.AST, *, at_once: bool) -> None:
    """Note that the value of an expression is iterated over, and by nothing else, right behind the expression.

    Args:
        run: the run.
        node: the expression.
        at_once: whether nothing runs between two items, as for the argument of `list`.
    """
    run.models["reader", id(node)] = at_once


def is_read_at_once(run: Run, node: ast.AST, sources: Iterable[Value], *, calls: bool = False) -> bool:
    """Whether the items of an iterator may be computed where it is made.

    Args:
        run: the run.
        node: the expression that makes it.
        sources: what it reads.
        calls: whether it calls a function for each item.
    """
    at_once = run.models.get(("reader", id(node)))
    return at_once is not None and (at_once or not calls) and not any(_is_active(run, value) for value in sources)


def _is_active(run: Run, value: Value) -> bool:
    """Whether reading the items of a value may run code of the program, or change an iterator."""
    return any(_kind(run, item) in ("iterator", "instance") for item in value)
