"""Escapes: what code that is not interpreted may do to the objects and functions that it gets."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .modes import EVERY, MODES, in_block
from .stacks import pushed
from .values import BoundMethod, Function, Partial, Site, Transformed, Unknown, Value, constant_of, of_bool, only

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run

ESCAPED = "escaped"
"""The label of the call of a function that code outside of the program may call."""
TASKS: Final[Site] = ("tasks",)
"""The site of the heap object that holds the async functions of which tasks may exist; see `coroutines`."""
VARIABLE = "variable"
"""The first part of the notes of `Run.journal` about a variable; the others are its frame and its name."""
MOST_ESCAPES = 20
"""The most escaping functions that are called inside of each other."""


class EscapedCall(NamedTuple):
    """A function that is called with unknown arguments now.

    Attributes:
        definition: the function.
        level: the level in the memo of calls of the innermost call that does not depend on what runs around it.
    """

    definition: Definition
    level: int


def call_with_unknowns(run: Run, function: Value, cause: Unknown) -> None:
    """Call a function with unknown arguments, and make unknown what it changes: it may be called at any time."""
    lose_modes(run, function)
    definition = _definition(function)
    if definition is None or run.heap is None:
        return
    is_task = definition.is_coroutine
    if is_task:
        from .coroutines import note_task

        note_task(run, function, definition)
    run.records.escaped.add(id(definition.node))
    active: list[EscapedCall] = run.models.setdefault("escaping", [])
    deepest = active[0] if len(active) >= MOST_ESCAPES else None
    known = next((one for one in active if one.definition is definition), deepest)
    if known is not None:
        run.memo.spoil(known.level)
        return
    outer_journal, run.journal = run.journal, set()
    start = run.heap
    existing = set(start.objects)
    run.heap = start.branch()
    level = run.memo.level + isinstance(only(function), (Function, BoundMethod))
    lost: Value = (Unknown(f"an argument of a call by unknown code: {cause.cause}", cause.place),)
    try:
        # the memo does not know the names of the variables that a call assigns
        memo = run.recording(run.records) if is_task else nullcontext()
        with run.repeated(), memo, pushed(active, EscapedCall(definition, level)):
            run.call(function, [], {}, star=lost, double_star=lost, label=ESCAPED)
    finally:
        changed, run.journal = run.journal, outer_journal
    from .heap import joined_heaps

    run.heap = joined_heaps(start, run.heap)
    assert run.heap is not None
    if is_task:
        run.memo.spoil()
    if outer_journal is not None:
        outer_journal |= changed
    variables = {one for one in changed if one[0] == VARIABLE}
    changed -= variables
    if not changed <= run.heap.objects.keys() - existing:
        run.memo.expire()
    for _, site, name in variables if is_task else ():
        if isinstance(site, tuple) and (site in existing or site in run.base):
            run.heap.lose_variable(site, name, cause)
    for site in changed:
        found = run.heap.get(site)
        if found is None or (site not in existing and site not in run.base):
            continue
        if found.kind == "frame":
            _lose_variables(run, site, start.get(site), cause)
        elif found.kind in ("list", "dict", "set", "instance", "iterator"):
            run.heap.mark_escaped(site, cause)


def lose_modes(run: Run, value: Value) -> None:
    """Make the mode unknown that a context manager sets, such as ``jax.enable_x64(True)``, if it escapes."""
    for item in value:
        if isinstance(item, Transformed) and item.kind == "mode" and run.heap is not None:
            option = constant_of(item.option("name"))
            if option in EVERY:
                run.write(MODES, option, item.option("value"), weak=True)
                run.write(MODES, in_block(option), of_bool(None))


def _lose_variables(run: Run, site: Any, before: Any, cause: Unknown) -> None:
    """Make the variables of a frame unknown that a call has changed."""
    for name, value in list(run.live[site].fields.items()):
        if isinstance(name, str) and (before is None or before.fields.get(name) != value):
            run.live.writable(site).fields[name] = (cause,)


def escape_variables(run: Run, site: Any, cause: Unknown) -> Value:
    """Make the variables of a generator that escapes unknown. Returns the functions among them."""
    frame = run.writable(site)
    functions = tuple(
        item for name, value in frame.fields.items() if isinstance(name, str) for item in value
        if isinstance(item, (Function, BoundMethod, Partial, Transformed))
    )  # fmt: skip
    frame.fields = {name: (cause,) if isinstance(name, str) else value for name, value in frame.fields.items()}
    return functions


def _definition(function: Value) -> Any:
    """The definition of a function of the program behind bound methods, partial calls and transformations."""
    item: Any = function[0] if len(function) == 1 else None
    while item is not None:
        if isinstance(item, Function):
            return item.definition
        if isinstance(item, BoundMethod):
            item = item.function
        elif isinstance(item, (Partial, Transformed)):
            item = item.function[0] if len(item.function) == 1 else None
        else:
            return None
    return None
