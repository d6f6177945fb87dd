"""Escapes: what code that is not interpreted may do to the objects and functions that it gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .modes import MODES, PROMOTION, X64
from .values import BoundMethod, Function, Partial, Transformed, Unknown, Value, constant_of, join

if TYPE_CHECKING:
    from .run import Run

ESCAPED = "escaped"
"""The label of the call of a function that code outside of the program may call."""


def call_with_unknowns(run: Run, function: Value, cause: Unknown) -> None:
    """Call a function with unknown arguments, and make unknown what it changes: it may be called at any time."""
    lose_modes(run, function)
    definition = _definition(function)
    if definition is None or run.heap is None:
        return
    active: set[Any] = run.models.setdefault("escaping", set())
    if definition in active or len(active) > 3:
        return
    active.add(definition)
    outer_journal, run.journal = run.journal, set()
    start = run.heap
    existing = set(start.objects)
    run.heap = start.branch()
    lost: Value = (Unknown(f"an argument of a call by unknown code: {cause.cause}", cause.place),)
    with run.repeated():
        run.call(function, [], {}, star=lost, double_star=lost, label=ESCAPED)
    changed, run.journal = run.journal, outer_journal
    from .heap import joined_heaps

    run.heap = joined_heaps(start, run.heap)
    active.discard(definition)
    assert run.heap is not None
    for site in changed:
        if outer_journal is not None:
            outer_journal.add(site)
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
            if option in (X64, PROMOTION):
                run.write(MODES, option, join(run.live[MODES].fields[option], item.option("value")))


def _lose_variables(run: Run, site: Any, before: Any, cause: Unknown) -> None:
    """Make the variables of a frame unknown that a call has changed."""
    after = run.live.writable(site)
    for name, value in list(after.fields.items()):
        if isinstance(name, str) and (before is None or before.fields.get(name) != value):
            after.fields[name] = (cause,)


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
