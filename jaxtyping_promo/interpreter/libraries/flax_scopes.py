"""The variables of one run of a flax.linen or haiku module, on the heap.

A *root* is a heap object for one `init` or `apply`. Its fields are the variables that the run makes:

- ``("given",)``: the variables that the caller passes;
- ``("mutable",)``, ``("rngs",)``, ``("initializing",)``: the other settings of the call;
- ``("variable", collection, path)``: a parameter that was made or replaced; a path is a tuple of names;
- ``("reference", collection, path)``: an object with an attribute ``value``, from ``self.variable``;
- ``("lifted", path)``: `scan` or `vmap` gives the variables below this path one more axis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..iteration import known_items
from ..pytrees import flatten, map_leaves, unflatten
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    Object,
    Unknown,
    Value,
    constant_of,
    each,
    is_unknown,
    of_bool,
    only,
)

if TYPE_CHECKING:
    from ..run import Run

Path = tuple[str, ...]
"""The names of the submodules that lead to a variable, and its own name."""
NOT_GIVEN = "the variables that apply gets are not known"


def new_root(run: Run, given: Value, *, mutable: Value, rngs: Value, initializing: bool, label: Any) -> Object:
    """The root of one run."""
    fields: dict[Any, Value] = {("given",): given, ("mutable",): mutable, ("rngs",): rngs}
    fields["initializing",] = of_bool(initializing)
    made: Object = run.allocate("instance", fields, label=("root", label))[0]
    return made


def open_root(run: Run) -> Object:
    """The root of a module that the program never runs: its variables are unknown."""
    lost = run.unknown("the module's variables are not known")
    fields: dict[Any, Value] = {("given",): lost, ("mutable",): lost, ("rngs",): lost, ("initializing",): lost}
    made: Object = run.allocate("instance", fields, label="open root")[0]
    return made


# ------------------------------------------------------------------------------------------------------- reading


def child(run: Run, value: Value, key: str) -> Value | None:
    """An item of a nested dict; None if it has none."""

    def one(item: Any) -> Value:
        if isinstance(item, Unknown):
            return (item,)
        found = run.live.get(item.site) if isinstance(item, Object) else None
        if found is None:
            return run.unknown(NOT_GIVEN)
        if found.kind != "dict":
            return run.unknown(NOT_GIVEN)
        return found.get(key) or found.rest

    if value == NONE:
        return None
    return each(value, one) or None


def descend(run: Run, value: Value | None, path: Path) -> Value | None:
    """An item of a nested dict by its path; None if it has none."""
    for key in path:
        if value is None:
            return None
        value = child(run, value, key)
    return value


def given_variable(run: Run, root: Object, collection: str, path: Path) -> Value | None:
    """A variable that the caller passed; None if there is none."""
    given = run.object(root).fields.get(("given",), BOTTOM)
    return descend(run, given, (collection, *path)) if given else None


def current_variable(run: Run, root: Object, collection: str, path: Path) -> Value | None:
    """The value of a variable now; None if it does not exist."""
    fields = run.object(root).fields
    reference = fields.get(("reference", collection, path))
    if reference:
        return each(reference, lambda one: run.object(one).get("value") or BOTTOM)
    made = fields.get(("variable", collection, path))
    return made or given_variable(run, root, collection, path)


# ------------------------------------------------------------------------------------------------------ settings


def is_mutable(run: Run, root: Object, collection: str) -> bool | None:
    """Whether a run may change a collection; None if unknown."""
    return matches(run, run.object(root).fields.get(("mutable",), BOTTOM), collection)


def matches(run: Run, pattern: Value, collection: str) -> bool | None:
    """Whether a filter of flax, such as ``True``, ``"params"`` or ``DenyList(...)``, contains a collection."""
    constant = constant_of(pattern)
    if constant is None or isinstance(constant, (bool, str)):
        return bool(constant) if not isinstance(constant, str) else constant == collection
    instance = only(pattern, Object)
    found = None if instance is None else run.live.get(instance.site)
    if found is not None and ("deny",) in found.fields:
        inner = matches(run, found.fields["deny",], collection)
        return None if inner is None else not inner
    items = known_items(run, pattern)
    if items is None:
        return None
    names = [constant_of(item) for item in items]
    return None if ABSENT in names else collection in names


def is_initializing(run: Run, root: Object) -> bool | None:
    """Whether the run is one of `init`; None if unknown."""
    flag = constant_of(run.object(root).fields.get(("initializing",), BOTTOM))
    return flag if isinstance(flag, bool) else None


def random_key(run: Run, root: Object, name: str) -> Value:
    """A key of a stream of random numbers: the caller's key of that name, folded. Empty if there is none."""
    given = run.object(root).fields.get(("rngs",), BOTTOM)

    def one(item: Any) -> Value:
        if isinstance(item, Array):
            return (replace(item, is_struct=False),)
        if isinstance(item, Object):
            found = run.live.get(item.site)
            if found is not None and found.kind == "dict":
                value = found.get(name) or found.get("params") or found.rest
                return each(value, one) if value else BOTTOM
        if (item,) == NONE:
            return BOTTOM
        return (Array(None, None, cause="the random key of a module is not known"),)

    return each(given, one)


def has_random_key(run: Run, root: Object, name: str) -> bool | None:
    """Whether the caller passed a key of a name; None if unknown."""
    given = run.object(root).fields.get(("rngs",), BOTTOM)
    if given == NONE or not given:
        return False
    item = only(given, (Object, Array))
    if isinstance(item, Array):
        return name == "params"
    found = None if item is None else run.live.get(item.site)
    if found is None or found.kind != "dict" or not found.is_known:
        return None
    return name in found.fields


# ------------------------------------------------------------------------------------------------------- writing


def with_unknown_dtypes(run: Run, value: Value, cause: str, label: Any) -> Value:
    """A tree whose arrays have the same shapes, and unknown dtypes."""
    return map_leaves(run, value, lambda leaf: each(leaf, lambda one: _unknown_array(one, cause)), ("unknown", label))


def _unknown_array(item: Any, cause: str) -> Value:
    return (Array(None, getattr(item, "shape", None), cause=cause),)


def stored_like(run: Run, stored: Value, made: Value, label: Any) -> Value:
    """A variable that exists already: its dtype, and the shape that its initializer would give it."""
    if is_unknown(stored):
        return with_unknown_dtypes(run, made, stored[0].cause, label) if made else stored
    leaves, structure = flatten(run, stored)
    shapes = flatten(run, made)[0] if made else []
    if len(shapes) != len(leaves):
        return stored

    def shaped(leaf: Value, other: Value) -> Value:
        model = only(other, Array)

        def one(item: Any) -> Value:
            if isinstance(item, Unknown):
                return (Array(None, None if model is None else model.shape, cause=item.cause),)
            if isinstance(item, Array):
                known = model is not None and model.shape is not None
                return (replace(item, shape=model.shape if known else item.shape, is_struct=False),)
            return (item,)

        return each(leaf, one)

    return unflatten(run, structure, iter([shaped(*pair) for pair in zip(leaves, shapes, strict=True)]), label)


def put_variable(run: Run, root: Object, collection: str, path: Path, value: Value) -> None:
    """Store a variable."""
    reference = run.object(root).fields.get(("reference", collection, path))
    for item in reference or ():
        run.write(item.site, "value", value, weak=len(reference or ()) > 1)
    if not reference:
        run.write(root.site, ("variable", collection, path), value)


# ------------------------------------------------------------------------------------------------ the variables


def variables(run: Run, root: Object, wanted: Any = None, label: Any = None) -> Value:
    """The collections of a run as a nested dict.

    Args:
        run: the run.
        root: the root.
        wanted: says of the name of a collection whether it is returned; by default all are.
        label: tells apart several dicts at one node.
    """
    nested: dict[str, Any] = {}
    given = run.object(root).fields.get(("given",), BOTTOM)
    rest = BOTTOM
    if given and given != NONE:
        if is_unknown(given):
            rest = given
        else:
            nested_given = unpacked(run, given)
            if isinstance(nested_given, dict):
                nested = {name: part for name, part in nested_given.items() if wanted is None or wanted(name)}
            else:
                rest = run.unknown(NOT_GIVEN)
    for collection, path, value in made_variables(run, root):
        if wanted is None or wanted(collection):
            _insert(nested, (collection, *path), value)
    packed = _packed(run, nested, ("variables", label))
    if rest and packed and packed != NONE:
        run.writable(packed[0].site).rest = rest
    return packed


def made_variables(run: Run, root: Object) -> Iterator[tuple[str, Path, Value]]:
    """The variables that a run made or referred to: collection, path and value."""
    found = run.object(root)
    lifted = [key[1] for key in found.fields if isinstance(key, tuple) and key[0] == "lifted"]
    for key, value in [*found.fields.items()]:
        if not isinstance(key, tuple) or key[0] not in ("variable", "reference"):
            continue
        _, collection, path = key
        current = current_variable(run, root, collection, path) or value
        if any(path[: len(prefix)] == prefix for prefix in lifted):
            current = map_leaves(run, current, _without_shape, ("lifted", path))
        yield collection, path, current


def _without_shape(leaf: Value) -> Value:
    return each(leaf, lambda one: (replace(one, shape=None),) if isinstance(one, Array) else (one,))


def unpacked(run: Run, value: Value) -> Any:
    """A nested dict of the heap as a Python dict; other values stay as they are."""
    item = only(value, Object)
    found = None if item is None else run.live.get(item.site)
    if found is None or found.kind != "dict" or not found.is_known:
        return value
    return {key: unpacked(run, each_value) for key, each_value in found.fields.items()}


def _insert(nested: dict[str, Any], path: Path, value: Value) -> None:
    for key in path[:-1]:
        inner = nested.setdefault(key, {})
        if not isinstance(inner, dict):
            return
        nested = inner
    nested[path[-1]] = value


def _packed(run: Run, nested: Any, label: Any) -> Value:
    """A Python dict as nested dicts of the heap."""
    if not isinstance(nested, dict):
        value: Value = nested
        return value
    fields = {key: _packed(run, part, (label, key)) for key, part in nested.items()}
    return run.allocate("dict", dict(fields), label=label)


def collected(run: Run, root: Object, names: Value, label: Any) -> Value:
    """The collections that a filter of flax names."""
    return variables(run, root, lambda name: matches(run, names, name) is not False, label)
