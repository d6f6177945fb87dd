"""Objects of the standard library that hold values of the program: exit stacks, weak references, chained dicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..iteration import item_of, known_items
from ..modes import MODES
from ..values import BOTTOM, NONE, Object, Opaque, Transformed, Value, join, only
from .containers import update
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

EXIT_STACK = "contextlib.ExitStack"


@model(EXIT_STACK, "contextlib.AsyncExitStack")
def _exit_stack(run: Run, call: Call) -> Value:
    return (Opaque(EXIT_STACK),)


def call_exit_stack(run: Run, method: str, call: Call) -> Value:
    """``stack.enter_context(manager)``: when the manager is left is not followed."""
    from ..statements import enter_context

    if method != "enter_context":
        for value in call.everything():
            run.escape(value, "an exit stack holds it")
        return NONE if method in ("close", "push", "callback") else (Opaque(EXIT_STACK),)
    manager = call.get(0, "cm")
    modes = dict(run.live[MODES].fields)
    entered = enter_context(run, manager, call.node)
    for option, value in modes.items():
        if run.heap is not None:
            run.write(MODES, option, join(run.live[MODES].fields[option], value))
    run.escape(manager, "an exit stack holds it")
    return entered


@model("weakref.ref", "weakref.proxy")
def _weak_reference(run: Run, call: Call) -> Value:
    """``weakref.ref(x)``: calling it gives `x`, or None if nothing else refers to `x`."""
    value = call.get(0, "object")
    return value if call.short_name == "proxy" else (Transformed("constant", join(value, NONE)),)


@model("threading.local")
def _local(run: Run, call: Call) -> Value:
    return run.allocate("instance", label="threading.local")


@model("collections.ChainMap")
def _chain_map(run: Run, call: Call) -> Value:
    """``ChainMap(first, second)`` as a dict, as long as none of them changes: the first one that has a key counts."""
    made = run.allocate("dict", label="chain map")
    for value in reversed(call.arguments):
        source = only(value, Object)
        if source is None or run.object(source).kind != "dict":
            return run.unknown("a ChainMap of mappings that are not known")
        update(run, made[0], value)
    for value in call.arguments:
        run.escape(value, "a ChainMap holds it")
    return made


@model("builtins.dict.fromkeys", "collections.OrderedDict.fromkeys")
def _fromkeys(run: Run, call: Call) -> Value:
    """``dict.fromkeys(keys, value)``."""
    from ..subscripts import key_of

    value, keys = call.get(1, "value", NONE), call.get(0, "iterable")
    items = known_items(run, keys)
    names: list[Any] = [key_of(run, item) for item in items] if items is not None else [None]
    if None in names:
        return run.allocate("dict", rest=value, keys=item_of(run, keys) or BOTTOM, label="fromkeys")
    return run.allocate("dict", dict.fromkeys(names, value), label="fromkeys")
