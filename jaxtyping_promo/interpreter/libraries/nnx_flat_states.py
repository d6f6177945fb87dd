"""States of flax.nnx as lists of paths and variables, and states that are merged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..iteration import known_items
from ..values import ABSENT, Object, Tuple, Unknown, Value, constant_of, of_constant, only
from .nnx_graphs import insert, packed, walk
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("flax_nnx_graphs.to_flat_state")
def _to_flat_state(run: Run, call: Call) -> Value:
    """``to_flat_state(state)``: pairs of a path and a variable."""
    pairs = [(Tuple((of_constant(path), leaf)),) for path, leaf in walk(run, call.get(0, "state"))]
    return run.allocate("list", dict(enumerate(pairs)), label="flat state")


@model("flax_nnx_graphs.from_flat_state")
def _from_flat_state(run: Run, call: Call) -> Value:
    """``from_flat_state(pairs)``: the nested dict."""
    nested: dict[Any, Any] = {}
    given = only(call.get(0, "flat_state"), Object)
    found = run.live.get(given.site) if given is not None else None
    if found is not None and found.kind == "dict" and found.is_known:
        for key, value in found.fields.items():
            insert(nested, key if isinstance(key, tuple) else (key,), value)
        return packed(run, nested, ("flat", id(call.node)))
    for pair in known_items(run, call.get(0, "flat_state")) or [None]:  # type: ignore[list-item]
        items = known_items(run, pair) if pair is not None else None
        path = constant_of(items[0]) if items is not None and len(items) == 2 else ABSENT
        if items is None or not isinstance(path, tuple):
            return run.unknown("a flat state that is not known")
        insert(nested, path, items[1])
    return packed(run, nested, ("flat", id(call.node)))


@model("flax_nnx_graphs.merge_state")
def _merge_state(run: Run, call: Call) -> Value:
    """``merge_state(*states)``: one state with the variables of all."""
    nested: dict[Any, Any] = {}
    for state in call.arguments:
        if any(isinstance(item, Unknown) for item in state):
            return state
        for path, leaf in walk(run, state):
            insert(nested, path, leaf)
    return packed(run, nested, ("merged", id(call.node)))
