"""Functions of flax.core and flax.linen around trees of variables: frozen dicts, and boxes with axis names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..values import BOTTOM, NONE, Object, Tuple, Value, constant_of, each
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("flax.core.FrozenDict", "flax.core.freeze", "flax.core.unfreeze")
def _frozen(run: Run, call: Call) -> Value:
    """A copy of a nested dict."""
    value = call.arguments[0] if call.arguments else BOTTOM
    if not value:
        return run.allocate("dict", dict(call.keywords), call.double_star, label="frozen")
    return each(value, lambda one: _copied(run, one, ("frozen", id(call.node))))


def _copied(run: Run, item: Any, label: Any, outer: tuple[Any, ...] = ()) -> Value:
    found = run.live.get(item.site) if isinstance(item, Object) else None
    if found is None or found.kind != "dict" or found.escape is not None or item.site in outer:
        return (item,)
    inside = (*outer, item.site)
    fields = {
        key: each(value, lambda one, key=key: _copied(run, one, (label, key), inside))  # type: ignore[misc]
        for key, value in found.fields.items()
    }
    return run.allocate("dict", fields, found.rest, keys=found.keys, label=(label, item.site))


@model("flax.core.copy")
def _copy(run: Run, call: Call) -> Value:
    """``copy(x, add_or_replace)``: a dict with more items."""
    from .containers import container_method

    def one(item: Any) -> Value:
        copied = _copied(run, item, ("copy", id(call.node)))
        changes = call.get(1, "add_or_replace")
        if changes and run.heap is not None and isinstance(copied[0], Object):
            container_method(run, "update", copied[0], Call([changes], {}, call.node))
        return copied

    return each(call.get(0, "x"), one)


@model("flax.core.pop")
def _pop(run: Run, call: Call) -> Value:
    """``pop(x, key)``: the dict without an item, and the item."""

    def one(item: Any) -> Value:
        found = run.live.get(item.site) if isinstance(item, Object) else None
        key = constant_of(call.get(1, "key"))
        if found is None or found.kind != "dict" or not found.is_known or key not in found.fields:
            return run.unknown("pop of a dict that is not known")
        rest = {name: value for name, value in found.fields.items() if name != key}
        return (Tuple((run.allocate("dict", rest, label=("pop", item.site)), found.fields[key])),)

    return each(call.get(0, "x"), one)


IDENTITIES: Final = (
    "flax.core.unbox", "flax.linen.unbox", "flax.core.with_partitioning", "flax.linen.with_partitioning",
    "flax.linen.with_logical_partitioning", "flax.linen.with_logical_constraint", "flax.core.add_axis",
    "flax.core.remove_axis", "flax.core.replace_boxed", "flax.linen.logical_to_mesh",
    "flax.linen.partitioning.with_sharding_constraint", "flax.linen.spmd.with_logical_constraint",
)  # fmt: skip
"""Functions whose first argument comes back: boxes with axis names are left out."""


@model(*IDENTITIES)
def _identity(run: Run, call: Call) -> Value:
    if call.short_name == "replace_boxed":
        return call.get(1, "new")
    return call.arguments[0] if call.arguments else next(iter(call.keywords.values()), NONE)
