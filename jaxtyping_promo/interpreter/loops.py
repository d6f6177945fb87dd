"""Loops: turn by turn where the items are known, and by a fixpoint otherwise."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from .assignments import assign
from .conditions import truth
from .coroutines import async_iterable, run_tasks
from .flows import LoopFlow
from .generators import is_around_yield, start_for
from .heap import Heap, HeapObject, joined_heaps, widen
from .iteration import NO_VALUE, is_view, item_of, known_items, read_generator
from .iterators import STEPS_OF_TURNS, is_iterator, note_reader
from .run import Run
from .values import BOTTOM, Object, Range, Site, Unknown, Value, each, joined, only

MOST_TURNS = 128
"""The most turns of a loop that are followed one by one."""
MOST_NUMBERS = 32
"""The same for loops over a range of numbers."""
MOST_NESTED_TURNS = 512
"""The most turns of nested loops, multiplied."""
TURNS_BEFORE_WIDENING = 6
MOST_FIXPOINT_TURNS = 24


def unrolled_items(run: Run, iterable: Value) -> list[Value] | None:
    """The items of an iterable if a loop over them is followed turn by turn."""
    span = only(iterable, Range)
    if span is not None and len(range(span.start, span.stop, span.step)) > MOST_NUMBERS:
        return None
    items = known_items(run, iterable)
    if items is None or len(items) > MOST_TURNS:
        return None
    return items if max(run.unrolled, 1) * max(len(items), 1) <= MOST_NESTED_TURNS else None


def _any_item(run: Run, node: ast.For | ast.AsyncFor, iterable: Value) -> Value:
    """An item of an iterable. Other tasks may run before an asynchronous one gives it."""
    if isinstance(node, ast.AsyncFor):
        run_tasks(run)
    return each(iterable, lambda one: item_of(run, (one,)))


def run_for(run: Run, node: ast.For | ast.AsyncFor) -> None:
    """``for``."""
    note_reader(run, node.iter, at_once=False)
    iterable = run.evaluate(node.iter)
    if run.heap is None:
        return
    if isinstance(node, ast.AsyncFor):
        iterable = async_iterable(run, iterable)
    iterable = read_generator(run, iterable or run.unknown(NO_VALUE), is_stepped=True)
    if run.heap is not None and (is_iterator(run, iterable) or is_around_yield(run, node)):
        start_for(run, node, iterable)
        return
    items = unrolled_items(run, iterable)
    if run.heap is None:
        return
    if items is None:
        span = only(iterable, Range)
        turns = None if span is None else len(range(span.start, span.stop, span.step))
        fixpoint_loop(run, node, lambda: assign(run, node.target, _any_item(run, node, iterable)), turns)
        return
    outer_loop, outer_unrolled, most_steps = run.loop, run.unrolled, run.steps + STEPS_OF_TURNS
    run.unrolled = max(run.unrolled, 1) * max(len(items), 1)
    exits: Heap | None = None
    sources = _sources(run, node.iter)
    for turn, item in enumerate(items):
        run.loop = LoopFlow()
        with run.within((id(node), turn)):
            assign(run, node.target, item)
            run.execute(node.body)
        run.heap = joined_heaps(run.heap, run.loop.at_continue)
        exits = joined_heaps(exits, run.loop.at_break)
        if run.heap is None:
            break
        if _has_changed(run, iterable, items) or any(not run.live[site].equals(found) for site, found in sources):
            # The body changes what the loop runs over: the other turns see any of the items.
            run.loop, run.unrolled = outer_loop, outer_unrolled
            fixpoint_loop(
                run, node, lambda: assign(run, node.target, _later_item(run, iterable, is_direct=not sources))
            )
            run.heap = joined_heaps(run.heap, exits)
            return
        later = items[turn + 1 :]
        if run.steps > most_steps and len(later) > 1:
            run.loop, run.unrolled = outer_loop, outer_unrolled
            fixpoint_loop(run, node, partial(assign, run, node.target, joined(later)), len(items))
            run.heap = joined_heaps(run.heap, exits)
            return
    run.loop, run.unrolled = outer_loop, outer_unrolled
    if run.heap is not None:
        run.execute(node.orelse)
    run.heap = joined_heaps(run.heap, exits)


def _later_item(run: Run, iterable: Value, *, is_direct: bool) -> Value:
    """An item of a container that the loop over it changes; unknown if the loop runs over a view or an iterator."""
    if is_direct:
        return item_of(run, iterable)
    return run.unknown("a loop changes a container while it iterates over it")


def _sources(run: Run, node: ast.expr) -> list[tuple[Site, HeapObject]]:
    """The containers that an iterator such as ``enumerate(xs)`` or ``d.items()`` reads, as they are now."""
    if isinstance(node, ast.Name):
        return []
    found: list[tuple[Site, HeapObject]] = []
    for each_name in ast.walk(node):
        if not isinstance(each_name, ast.Name):
            continue
        for item in run.live[run.frame].fields.get(each_name.id, ()):
            if isinstance(item, Object) and run.live[item.site].kind in ("list", "dict", "set"):
                run.live.owner = object()  # later writes copy the container
                found.append((item.site, run.live[item.site]))
    return found


def _has_changed(run: Run, iterable: Value, items: list[Value]) -> bool:
    """Whether a container has other items than at the start of the loop over it."""
    item = only(iterable)
    if not is_view(item) and not (isinstance(item, Object) and run.object(item).kind != "instance"):
        return False
    now = known_items(run, iterable)
    return now is None or len(now) != len(items) or any(a is not b and a != b for a, b in zip(now, items, strict=True))


def run_while(run: Run, node: ast.While) -> None:
    """``while``: turn by turn as long as the condition is decided."""
    outer_loop, most_steps = run.loop, run.steps + STEPS_OF_TURNS
    exits: Heap | None = None
    for turn in range(MOST_NUMBERS):
        with run.within((id(node), turn)):
            decided = truth(run, run.evaluate(node.test))
            if run.heap is None or decided is not True or run.fixpoint:
                break
            run.loop = LoopFlow()
            run.execute(node.body)
        run.heap = joined_heaps(run.heap, run.loop.at_continue)
        exits = joined_heaps(exits, run.loop.at_break)
        if run.heap is None or run.steps > most_steps:
            break
    run.loop = outer_loop
    if run.heap is not None:
        decided = truth(run, run.evaluate(node.test))
        if decided is False:
            run.execute(node.orelse)
        else:
            fixpoint_loop(run, node, lambda: run.evaluate(node.test))
    run.heap = joined_heaps(run.heap, exits)


def fixpoint_loop(
    run: Run, node: ast.For | ast.AsyncFor | ast.While, head: Callable[[], object], turns: int | None = None
) -> None:
    """A loop that is not unrolled: its state is the join of the states after any number of turns.

    Args:
        run: the run.
        node: the loop.
        head: evaluates the condition, or assigns the next item.
        turns: the number of turns, if it is known.
    """
    outer_loop, run.loop = run.loop, LoopFlow(turns)
    runs_forever = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)

    def turn(since: int) -> Heap | None:
        assert run.loop is not None
        run.loop.at_continue = None
        head()
        run.execute(node.body)
        return joined_heaps(run.heap, run.loop.at_continue, since)

    until_stable(run, turn)
    if runs_forever:
        run.heap = None
    else:
        run.execute(node.orelse)
    run.heap = joined_heaps(run.heap, run.loop.at_break)
    run.loop = outer_loop


def until_stable(run: Run, turn: Callable[[int], Heap | None]) -> None:
    """Run the turns of a loop until one changes nothing; `turn` gets the length of the log before it."""
    most_steps = run.steps + STEPS_OF_TURNS
    with run.repeated():
        for number in range(MOST_FIXPOINT_TURNS):
            before = run.live
            since = len(before.log)
            run.heap = before.branch()
            after = joined_heaps(before, turn(since), since)
            assert after is not None
            if number >= TURNS_BEFORE_WIDENING:
                widen(before, after, Unknown("a loop changes it in every turn", run.place))
            elif run.steps > most_steps:
                widen(before, after, None)
            run.heap = after
            if _is_stable(before, after, since):
                return


def _is_stable(before: Heap, after: Heap, since: int) -> bool:
    """Whether one more turn of a loop has changed nothing; the log has its changes after `since`.

    Objects that the turn has made are no change: no older object refers to them. From now on, they stand for those of
    all turns.
    """
    made: list[Site] = []
    for site in dict.fromkeys(after.log[since:]):
        found = after.objects.get(site)
        if found is None:
            continue
        old = before.peek(site)
        if old is None:
            made.append(site)
        elif not old.equals(found):
            return False
    for site in made:
        after.writable(site, is_narrowing=True).is_summary = True
    return True


def repeat(run: Run, body: Callable[[], Value]) -> Value:
    """The value of code that runs any number of times, such as a function that is mapped over unknown items."""
    value: Value = BOTTOM

    def turn(since: int) -> Heap | None:
        nonlocal value
        value = body()
        return run.heap

    until_stable(run, turn)
    return value
