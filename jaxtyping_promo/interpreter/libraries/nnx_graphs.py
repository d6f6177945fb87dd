"""Objects of flax.nnx as graphs: `split`, `merge`, `state`, `update`, and filters.

A state is a nested dict with the variables themselves, as in flax 0.12; its keys are names of attributes, keys and
indices. The classes of variables and modules are those of the sources below `stand_ins/nnx`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..classes import class_of
from ..values import (
    ABSENT,
    BOTTOM,
    ELLIPSIS,
    NONE,
    Array,
    Class,
    NumPyArray,
    Object,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    of_bool,
    only,
)
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

VARIABLE: Final = "flax.nnx.variablelib.Variable"
PYTREE: Final = "flax.nnx.pytreelib.Pytree"
Path = tuple[Any, ...]


def inherits(run: Run, item: Any, name: str) -> bool:
    """Whether an object is an instance of a class that was read, by the class's full name."""
    info = class_of(run, item) if isinstance(item, Object) else None
    for site in info.mro if info is not None else ():
        if not isinstance(site, str):
            each_class = run.classes[site]
            if f"{each_class.module}.{each_class.name}" == name:
                return True
    return False


def parts_of(run: Run, item: Any) -> list[tuple[Any, Value]] | None:
    """The named parts of an inner node of a graph; None if it is no inner node."""
    if isinstance(item, Tuple):
        return list(enumerate(item.items))
    found = run.live.get(item.site) if isinstance(item, Object) else None
    if found is None or found.escape is not None:
        return None
    if found.kind == "instance":
        if inherits(run, item, VARIABLE):
            return None
        if inherits(run, item, PYTREE) or run.models.get(("pytree", found.cls)):
            return [(name, value) for name, value in found.fields.items() if isinstance(name, str)]
        return None
    if found.kind in ("list", "dict"):
        return list(found.fields.items())
    return None


DEEPEST_PATH = 64
"""The longest path that is followed: a list may hold itself."""


def walk(run: Run, value: Value, path: Path = (), seen: set[Any] | None = None) -> Iterator[tuple[Path, Value]]:
    """The variables and arrays of a graph, each with its path and once."""
    seen = set() if seen is None else seen
    if len(path) > DEEPEST_PATH:
        return
    item = value[0] if len(value) == 1 else None
    if isinstance(item, Object):
        if item.site in seen:
            return
        seen.add(item.site)
        if inherits(run, item, VARIABLE):
            yield path, value
            return
    parts = parts_of(run, item)
    if parts is not None:
        if isinstance(item, Object) and run.object(item).rest:
            yield path, run.unknown("a container with unknown items is part of a graph")
        for name, part in parts:
            yield from walk(run, part, (*path, name), seen)
    elif any(isinstance(one, (Array, NumPyArray)) for one in value):
        yield path, value


def objects_of(run: Run, value: Value, seen: set[Any] | None = None) -> Iterator[Object]:
    """The objects of a graph whose attributes are nodes."""
    seen = set() if seen is None else seen
    for item in value:
        parts = parts_of(run, item)
        if parts is None or (isinstance(item, Object) and item.site in seen):
            continue
        if isinstance(item, Object):
            seen.add(item.site)
            yield item
        for _, part in parts:
            yield from objects_of(run, part, seen)


# -------------------------------------------------------------------------------------------------------- filters


def accepts(run: Run, pattern: Value, path: Path, value: Value, outer: tuple[Any, ...] = ()) -> bool | None:
    """Whether a filter chooses a variable; None if unknown."""
    if pattern == ELLIPSIS:
        return True
    constant = constant_of(pattern)
    if isinstance(constant, bool):
        return constant
    item = only(pattern)
    if isinstance(item, Class):
        return _is_of(run, item, value)
    if isinstance(item, Tuple):
        return _any([accepts(run, part, path, value) for part in item.items])
    info = class_of(run, item) if isinstance(item, Object) else None
    if info is not None and info.module == "flax.nnx.filterlib":
        inner = only(run.object(item).fields.get("filters", BOTTOM), Tuple)
        filters = inner.items if inner is not None else (run.unknown("a filter of nnx"),)
        parts = [accepts(run, part, path, value) for part in filters]
        if info.name == "Any":
            return _any(parts)
        if info.name == "All":
            return False if False in parts else None if None in parts else True
        if info.name == "Not":
            return None if parts[0] is None else not parts[0]
        if info.name in ("Everything", "Nothing"):
            return info.name == "Everything"
        if info.name == "OfType":
            return parts[0]
        if info.name == "PathContains" and inner is not None:
            key = constant_of(inner.items[0])
            return None if key is ABSENT else key in path
    found = run.live.get(item.site) if isinstance(item, Object) else None
    if found is not None and found.kind == "list" and item not in outer:
        return _any([accepts(run, part, path, value, (*outer, item)) for part in found.fields.values()])
    return None


def _any(outcomes: list[bool | None]) -> bool | None:
    return True if True in outcomes else None if None in outcomes else False


def _is_of(run: Run, cls: Class, value: Value) -> bool | None:
    item = only(value, Object)
    info = class_of(run, item) if item is not None else None
    if info is None:
        return None if any(isinstance(one, Unknown) for one in value) else False
    return cls.site in info.mro


@model("flax_nnx_graphs.accepts")
def _accepts(run: Run, call: Call) -> Value:
    """``filter(path, variable)``: whether a filter chooses a variable."""
    path = constant_of(call.get(1, "path"))
    is_known = isinstance(path, tuple)
    return of_bool(accepts(run, call.get(0, "filter"), path, call.get(2, "value")) if is_known else None)


# --------------------------------------------------------------------------------------------------------- states


def state_of(run: Run, value: Value, pattern: Value, label: Any, *, copies: bool = False) -> Value:
    """The state of a graph: a nested dict with the variables that a filter chooses, or with copies of them."""
    nested: dict[Any, Any] = {}
    unclear = False
    for path, leaf in walk(run, value):
        chosen = accepts(run, pattern, path, leaf)
        unclear = unclear or chosen is None
        if chosen:
            insert(nested, path, copied(run, leaf, (label, path)) if copies else leaf)
    if unclear:
        return run.unknown("a filter of nnx is not known")
    return packed(run, nested, label)


def copied(run: Run, leaf: Value, label: Any) -> Value:
    """A new variable with the same value; arrays stay as they are."""
    item = only(leaf, Object)
    if item is None:
        return leaf
    found = run.object(item)
    return run.allocate("instance", dict(found.fields), cls=found.cls, label=("copy", label))


def insert(nested: dict[Any, Any], path: Path, value: Value) -> None:
    """Put a variable into a nested dict at its path."""
    for key in path[:-1]:
        nested = nested.setdefault(key, {})
    nested[path[-1] if path else ()] = value


def packed(run: Run, nested: Any, label: Any) -> Value:
    """A Python dict as nested dicts of the heap."""
    if not isinstance(nested, dict):
        value: Value = nested
        return value
    if set(nested) == {()}:
        leaf: Value = nested[()]
        return leaf
    fields = {key: packed(run, part, (label, key)) for key, part in nested.items()}
    return run.allocate("dict", dict(fields), label=("state", label))


def pure_leaf(run: Run, value: Value) -> Value:
    """The value of a variable; other values stay as they are."""
    return each(
        value,
        lambda one: (run.object(one).get("value") or BOTTOM) if inherits(run, one, VARIABLE) else (one,),
    )


@model("flax_nnx_graphs.pure", "flax.nnx.as_pure")
def _pure(run: Run, call: Call) -> Value:
    """``as_pure(tree)``: the tree with the values of its variables."""
    return pure_tree(run, call.get(0, "tree"), id(call.node))


def pure_tree(run: Run, value: Value, label: Any, depth: int = 0) -> Value:
    """A tree with the values of its variables."""

    def one(item: Any) -> Value:
        if inherits(run, item, VARIABLE):
            return run.object(item).get("value") or BOTTOM
        if isinstance(item, Tuple):
            return (Tuple(tuple(pure_tree(run, part, label, depth + 1) for part in item.items), item.cls),)
        found = run.live.get(item.site) if isinstance(item, Object) else None
        if found is None or not found.is_known or found.kind not in ("list", "dict") or depth > 20:
            return (item,)
        fields = {key: pure_tree(run, part, (label, key), depth + 1) for key, part in found.fields.items()}
        return run.allocate(found.kind, fields, label=("pure", label, item.site))

    return each(value, one)


@model("flax_nnx_graphs.state", "flax_nnx_graphs.variables")
def _state(run: Run, call: Call) -> Value:
    """``nnx.state(node, *filters)``."""
    filters = call.arguments[1:] or [ELLIPSIS]
    node = call.get(0, "node")
    states = tuple(state_of(run, node, pattern, (id(call.node), call.label, i)) for i, pattern in enumerate(filters))
    return states[0] if len(states) == 1 else (Tuple(states),)


@model("flax_nnx_graphs.split")
def _split(run: Run, call: Call) -> Value:
    """``nnx.split(node, *filters)``: the static part, and a state for each filter."""
    filters = call.arguments[1:] or [ELLIPSIS]
    node = call.get(0, "node")
    static = run.allocate("instance", {("node",): node}, label=("graphdef", call.label))
    nested: list[dict[Any, Any]] = [{} for _ in filters]
    for path, leaf in walk(run, node):
        for index, pattern in enumerate(filters):
            chosen = accepts(run, pattern, path, leaf)
            if chosen is None:
                lost = run.unknown("a filter of nnx is not known")
                return (Tuple((static, *([lost] * len(filters)))),)
            if chosen:
                insert(nested[index], path, leaf)
                break
    states = [packed(run, part, (id(call.node), index)) for index, part in enumerate(nested)]
    return (Tuple((static, *states)),)


@model("flax_nnx_graphs.merge")
def _merge(run: Run, call: Call) -> Value:
    """``nnx.merge(graphdef, *states)``: a copy of the object that holds the variables of the states."""
    static = only(call.get(0, "graphdef"), Object)
    node = run.object(static).fields.get(("node",)) if static is not None else None
    if not node:
        return run.unknown("the graphdef of nnx.merge is not known")
    given = {path: leaf for state in call.arguments[1:] for path, leaf in walk(run, state)}
    held = {
        leaf[0].site: given[path]
        for path, leaf in walk(run, node)
        if len(leaf) == 1 and isinstance(leaf[0], Object) and _is_variable(run, given.get(path, BOTTOM))
    }
    made = copy_graph(run, node, ("merge", id(call.node), call.label), held)
    for state in call.arguments[1:]:
        update_graph(run, made, state)
    return made


def _is_variable(run: Run, value: Value) -> bool:
    item = only(value, Object)
    return item is not None and inherits(run, item, VARIABLE)


@model("flax_nnx_graphs.clone")
def _clone(run: Run, call: Call) -> Value:
    return copy_graph(run, call.get(0, "node"), ("clone", id(call.node), call.label), {})


def copy_graph(run: Run, value: Value, label: Any, made: dict[Any, Value]) -> Value:
    """A deep copy of a graph that keeps shared references."""

    def one(item: Any) -> Value:
        if isinstance(item, Tuple):
            return (Tuple(tuple(copy_graph(run, part, label, made) for part in item.items), item.cls),)
        is_node = isinstance(item, Object) and (inherits(run, item, VARIABLE) or parts_of(run, item) is not None)
        if not is_node:
            return (item,)
        if item.site in made:
            return made[item.site]
        found = run.object(item)
        new = run.allocate(found.kind, dict(found.fields), found.rest, keys=found.keys, cls=found.cls,
                           label=(label, item.site))  # fmt: skip
        made[item.site] = new
        target = new[0]
        for key, part in found.fields.items():
            changed = copy_graph(run, part, label, made)
            if changed is not part:
                run.writable(target.site).fields[key] = changed
        return new

    return each(value, one)


@model("flax_nnx_graphs.update")
def _update(run: Run, call: Call) -> Value:
    """``nnx.update(node, *states)``: store the values of states in an object's variables."""
    for state in call.arguments[1:]:
        update_graph(run, call.get(0, "node"), state)
    return NONE


def update_graph(run: Run, node: Value, state: Value) -> None:
    """Store the values of a state in the variables of a graph."""
    targets = dict(walk(run, node))
    if any(isinstance(item, Unknown) for item in state):
        for target in targets.values():
            _store(run, target, state)
        return
    for path, value in walk(run, state):
        if path in targets:
            _store(run, targets[path], pure_leaf(run, value))


def _store(run: Run, target: Value, value: Value) -> None:
    for item in target:
        if isinstance(item, Object):
            run.write(item.site, "value", value, weak=len(target) > 1)


@model("flax_nnx_graphs.pop")
def _pop(run: Run, call: Call) -> Value:
    """``nnx.pop(node, *filters)``; the variables stay in the object here."""
    return _state(run, call)


@model("flax_nnx_graphs.set_attributes")
def _set_attributes(run: Run, call: Call) -> Value:
    """Set attributes of every object of a graph that has them."""
    for item in list(objects_of(run, call.get(0, "node"))):
        for name, value in call.keywords.items():
            if name in run.object(item).fields:
                run.write(item.site, name, value)
    return NONE


@model("flax_nnx_graphs.iter_graph")
def _iter_graph(run: Run, call: Call) -> Value:
    return run.unknown("nnx.iter_graph")
