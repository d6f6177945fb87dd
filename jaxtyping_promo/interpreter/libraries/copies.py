"""``copy.copy`` and ``copy.deepcopy``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..attributes import get_attribute
from ..builtin_bases import CONTENTS, contents
from ..call import Call
from ..classes import find_method
from ..instances import copy_instance
from ..values import BOTTOM, Object, Tuple, Value, each, only
from .containers import copied
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("copy.copy", "copy.deepcopy")
def _copied(run: Run, call: Call) -> Value:
    value = call.get(0, "x")
    if call.short_name == "deepcopy":
        return deep_copy(run, value, {})

    def one(item: Any) -> Value:
        if isinstance(item, Object):
            return _copied_instance(run, item) if run.object(item).kind == "instance" else copied(run, item)
        return (item,)

    return each(value, one)


def _copied_instance(run: Run, item: Object) -> Value:
    """A shallow copy of an instance, with contents of its own if its class inherits from a builtin container."""
    method = find_method(run, item, "__copy__")
    if method is not None:
        return run.call(get_attribute(run, (item,), "__copy__"), [], label="copy")
    made = copy_instance(run, item, {})
    inner = only(contents(run, item) or BOTTOM, Object)
    if inner is not None and run.heap is not None:
        run.write(made[0].site, CONTENTS, copied(run, inner))
        _forget_changed_contents(run, item, made)
    return made


def _forget_changed_contents(run: Run, item: Object, made: Value) -> None:
    """Make a copy unknown if methods of its class may have changed the items: the items are read and stored by them."""
    if any(find_method(run, item, method) is not None for method in METHODS_OF_COPIES):
        run.escape(made, "methods of its class copy its items")


METHODS_OF_COPIES = ("__iter__", "items", "append", "extend", "__setitem__", "__reduce__", "__reduce_ex__")
"""The methods by which a copy of a list, dict or set gets its items."""


def deep_copy(run: Run, value: Value, done: dict[Any, Value]) -> Value:
    """A copy of a value with copies of all objects that it reaches."""

    def one(item: Any) -> Value:
        if isinstance(item, Tuple):
            return (Tuple(tuple(deep_copy(run, inner, done) for inner in item.items), item.cls),)
        if not isinstance(item, Object):
            return (item,)
        if item.site in done:
            return done[item.site]
        if find_method(run, item, "__deepcopy__") is not None:
            memo = run.allocate("dict", rest=run.unknown("copies of objects"), label="memo")
            return run.call(get_attribute(run, (item,), "__deepcopy__"), [memo], label="deepcopy")
        found = run.object(item)
        made = run.allocate(found.kind, {}, BOTTOM, keys=found.keys, cls=found.cls, label=("deepcopy", item.site))
        done[item.site] = made
        fields = {key: deep_copy(run, field, done) for key, field in found.fields.items()}
        rest = deep_copy(run, found.rest, done)
        target = run.writable(made[0].site)
        target.fields, target.rest = fields, rest
        if found.escape is not None:
            run.live.mark_escaped(made[0].site, found.escape)
        if CONTENTS in found.fields:
            _forget_changed_contents(run, item, made)
        return made

    return each(value, one)
