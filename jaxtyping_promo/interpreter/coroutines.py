"""Coroutines: heap objects with the frame of a call of an ``async def``. Their bodies run when they are awaited.

A coroutine that is passed to code without a model, such as ``asyncio.create_task``, is a task: it may run at any
``await`` from then on, so what it changes is unknown (`escapes`). Its body is evaluated again where it may run, as it
may read what has changed since then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .attributes import get_attribute
from .call_memo import holds_the_same
from .classes import find_method
from .escapes import TASKS
from .flows import CallRecord, FunctionFlow
from .generators import END, RUNNING, START, make_generator
from .heap import HeapObject, joined_heaps
from .run import DEEPEST_CALL, MOST_RECURSIONS
from .slots import check_leak
from .values import BOTTOM, NONE, Function, Object, Site, Tuple, Value, is_unknown, join, only
from .watch import Watch

if TYPE_CHECKING:
    import ast
    from collections.abc import Hashable

    from .definitions import Definition
    from .run import Run


def make_coroutine(run: Run, function: Function, frame: Site, node: ast.AST) -> Value:
    """The coroutine that a call of an async function makes; its body has not begun.

    Args:
        run: the run.
        function: the async function.
        frame: its frame, with the arguments.
        node: the call.
    """
    run.models["call of", frame] = node
    return make_generator(run, function, frame)


def _definition_of(run: Run, item: Any) -> Definition | None:
    """The definition of the function whose coroutine or generator a value is."""
    found = run.live.get(item.site) if isinstance(item, Object) else None
    if found is None or found.kind != "iterator" or found.escape is not None:
        return None
    function = only(found.fields.get("function", ()), Function)
    return None if function is None else function.definition


def _has_method(run: Run, item: Any, name: str) -> bool:
    return isinstance(item, Object) and run.heap is not None and find_method(run, item, name) is not None


def is_coroutine(run: Run, item: Any) -> bool:
    """Whether a value is a coroutine of the program."""
    definition = _definition_of(run, item)
    return definition is not None and definition.is_coroutine


def holds_coroutine(run: Run, item: Any) -> bool:
    """Whether a value is a coroutine, or a tuple with one."""
    if isinstance(item, Tuple):
        return any(holds_coroutine(run, one) for value in item.items for one in value)
    return is_coroutine(run, item)


def is_asynchronous(run: Run, item: Any) -> bool:
    """Whether a value is a coroutine or an asynchronous generator of the program."""
    definition = _definition_of(run, item)
    return definition is not None and definition.is_async


def async_iterable(run: Run, value: Value) -> Value:
    """What ``async for`` reads: an asynchronous generator of the program, or unknown items."""
    if value and all(is_asynchronous(run, item) for item in value):
        return value
    cause = "an asynchronous iterator that is no generator"
    for item in value:
        if _has_method(run, item, "__aiter__"):
            iterator = run.call(get_attribute(run, (item,), "__aiter__"), [], label="aiter")
            for one in iterator:
                if _has_method(run, one, "__anext__"):
                    run.escape(get_attribute(run, (one,), "__anext__"), cause)
    run.escape(value, cause)
    run_tasks(run)
    return run.unknown("the items of an asynchronous iterator")


def awaited(run: Run, value: Value) -> Value:
    """``await value``."""
    if len(value) == 1:
        return _awaited(run, value[0])
    return run.branch(*(lambda item=item: _awaited(run, item) for item in value)) if value else BOTTOM


def finished(run: Run, value: Value) -> Value:
    """What a called function returns, which is awaited if it is a coroutine."""
    return awaited(run, value) if run.heap is not None and any(is_coroutine(run, item) for item in value) else value


def _awaited(run: Run, item: Any) -> Value:
    if is_coroutine(run, item):
        return _run_body(run, item)
    if isinstance(item, Object):
        if _has_method(run, item, "__await__"):
            run.escape(get_attribute(run, (item,), "__await__"), "an awaitable of a class")
        run.escape((item,), "an awaitable of another library")
    run_tasks(run)
    return run.unknown("an awaitable of another library")


def _run_body(run: Run, item: Object) -> Value:
    """Run the body of a coroutine, unless that has happened before: then Python raises an error."""
    found = run.object(item)
    function, frame = only(found.fields["function"], Function), only(found.fields["frame"], Object)
    positions = found.fields["position"]
    if function is None or frame is None or run.live.peek(frame.site) is None:
        return _lose(run, item, "a coroutine that is not known")
    run.may_raise()
    if START not in positions and not is_unknown(positions):
        run.heap = None
        return BOTTOM
    definition = function.definition
    depth = sum(record.definition is definition for record in run.stack)
    if depth >= MOST_RECURSIONS or len(run.stack) >= DEEPEST_CALL:
        run.memo.spoil()
        return _lose(run, item, f"{definition.name} calls itself more often than is followed")
    run.records.was_reached.add(id(definition))
    run.write(item.site, "position", (END,))
    flow = FunctionFlow(run.uncertainty, len(run.live.log))
    source = run.models.get(("source", definition.path), run.source)
    context = run.child_context(("coroutine", frame.site))
    node = run.models.get(("call of", frame.site), run.node)
    run.stack.append(CallRecord(definition, node, run.source.path, run.memo.level))
    with run.entering(frame.site, source, flow, context):
        run.execute(definition.body)
        check_leak(run, definition, flow)
        if run.policy is not None and run.records.is_on:
            run.policy.on_return(run, definition, flow)
    run.stack.pop()
    value = flow.value if run.heap is None else join(flow.value, NONE)
    run.heap = joined_heaps(flow.heap, run.heap, flow.since)
    return BOTTOM if run.heap is None else value


def _lose(run: Run, item: Object, cause: str) -> Value:
    run.escape((item,), cause)
    return run.unknown(cause)


# ----------------------------------------------------------------------------------------------------------- tasks


def note_task(run: Run, function: Value, definition: Definition) -> None:
    """Note that a coroutine of an async function may run at any ``await`` from now on."""
    if run.live.get(TASKS) is None:
        run.live.add(TASKS, HeapObject("instance"))
    key = ("task", id(definition))
    known = run.live[TASKS].fields.get(key, BOTTOM)
    if not all(item in known for item in function):
        run.live.write(TASKS, key, function, weak=True)


def run_tasks(run: Run) -> None:
    """Run the tasks that may exist, each often enough to see what the others change."""
    found = run.heap.get(TASKS) if run.heap is not None and run.journal is None else None
    if found is None:
        return
    for _ in range(len(found.fields)):
        if not sum(_run_task(run, key, function) for key, function in [*found.fields.items()]):
            break


def _run_task(run: Run, key: Hashable, function: Value) -> bool:
    """Run the tasks of an async function; False if they read what they have read before, so that nothing is new."""
    known: tuple[list[Any], list[Any]] | None = run.models.get(("task reads", key))
    if known is not None and holds_the_same(run.live, *known):
        return False
    outer, watch = run.base.watch, Watch()
    run.base.watch = watch
    try:
        run.escape(function, "a task may run at any await")
    finally:
        run.base.watch = outer
        if outer is not None:
            outer.include(watch)
    reads: list[tuple[Site, HeapObject | None]] = []
    for site in watch.reads - watch.created:
        one = run.live.peek(site)
        if one is not None:
            one.owner = None  # later writes copy it
        reads.append((site, one))
    names = [(site, name, old) for (site, name), old in watch.names.items()]
    run.models["task reads", key] = names, reads
    return True


def close(run: Run, item: Object) -> bool:
    """``coroutine.close()`` or ``generator.close()`` where no code of it runs; False if some may."""
    positions = run.object(item).fields.get("position", ())
    if is_unknown(positions) or any(position not in (START, END, RUNNING) for position in positions):
        return False
    run.write(item.site, "position", (END,))
    return True
