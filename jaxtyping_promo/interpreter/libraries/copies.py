"""``copy.copy`` and ``copy.deepcopy``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..instances import copy_instance
from ..values import BOTTOM, Object, Tuple, Value, each
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
            return copy_instance(run, item, {}) if run.object(item).kind == "instance" else copied(run, item)
        return (item,)

    return each(value, one)


def deep_copy(run: Run, value: Value, done: dict[Any, Value]) -> Value:
    """A copy of a value with copies of all objects that it reaches."""

    def one(item: Any) -> Value:
        if isinstance(item, Tuple):
            return (Tuple(tuple(deep_copy(run, inner, done) for inner in item.items), item.cls),)
        if not isinstance(item, Object):
            return (item,)
        if item.site in done:
            return done[item.site]
        found = run.object(item)
        made = run.allocate(found.kind, {}, BOTTOM, keys=found.keys, cls=found.cls, label=("deepcopy", item.site))
        done[item.site] = made
        fields = {key: deep_copy(run, field, done) for key, field in found.fields.items()}
        rest = deep_copy(run, found.rest, done)
        target = run.writable(made[0].site)
        target.fields, target.rest = fields, rest
        if found.escape is not None:
            run.live.mark_escaped(made[0].site, found.escape)
        return made

    return each(value, one)
