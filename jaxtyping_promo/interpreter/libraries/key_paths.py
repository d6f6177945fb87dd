"""The paths of leaves in pytrees: the keys that ``tree_map_with_path`` passes, and their texts.

A key is an instance with an attribute ``key``, ``idx`` or ``name``, as those of `jax.tree_util` are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..heap import KeyObject
from ..iteration import known_items
from ..pytrees import Structure
from ..values import ABSENT, ANY_STR, Items, Object, Opaque, Tuple, Value, constant_of, of_constant, only
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

Key = tuple[str, Any]
ANY_PATH: Value = (Items((Opaque("key"),), "tuple"),)


def key_paths(run: Run, structure: Structure, label: Any) -> list[Value]:
    """The path of each leaf of a tree, as a tuple of keys."""
    return [
        ANY_PATH if path is None else _path(run, path, (label, number))
        for number, path in enumerate(_paths(run, structure, ()))
    ]


def _path(run: Run, path: tuple[Key, ...], label: Any) -> Value:
    keys = [
        run.allocate("instance", {name: of_constant(constant)}, label=("key", label, number))
        for number, (name, constant) in enumerate(path)
    ]
    return (Tuple(tuple(keys)),)


def _paths(run: Run, structure: Structure, prefix: tuple[Key, ...] | None) -> list[tuple[Key, ...] | None]:
    """The paths of the leaves; None for a path with a key that is not known."""
    if structure[0] in ("leaf", "optional"):
        return [prefix]
    if structure[0] in ("none", "static"):
        return []
    keys = _keys(run, structure)
    found: list[tuple[Key, ...] | None] = []
    for index, part in enumerate(structure[-1]):
        key = keys[index] if keys is not None else None
        found += _paths(run, part, None if prefix is None or key is None else (*prefix, key))
    return found


def _keys(run: Run, structure: Structure) -> list[Key | None] | None:
    """The keys of the parts of a container; None if they are not known."""
    kind = structure[0]
    if kind == "dict":
        return [None if isinstance(key, KeyObject) else ("key", key) for key in structure[2]]
    if kind == "list" or (kind == "tuple" and structure[1] is None):
        return [("idx", index) for index in range(len(structure[-1]))]
    if kind == "tuple":
        return [("name", name) for name in run.classes[structure[1]].fields(run)]
    if kind == "instance" and run.classes[structure[1]].kind == "dataclass":
        return [("name", name) for name in structure[2]]
    return None


@model("jax.tree_util.keystr")
def _keystr(run: Run, call: Call) -> Value:
    """``keystr(path, simple=False, separator="")``."""
    keys = known_items(run, call.get(0, "keys"))
    simple = constant_of(call.get(1, "simple", of_constant(False)))
    separator = constant_of(call.get(2, "separator", of_constant("")))
    if keys is None or not isinstance(simple, bool) or not isinstance(separator, str):
        return ANY_STR
    texts = [_text(run, key, simple=simple) for key in keys]
    known = [text for text in texts if text is not None]
    return of_constant(separator.join(known)) if len(known) == len(texts) else ANY_STR


def _text(run: Run, key: Value, *, simple: bool) -> str | None:
    item = only(key, Object)
    if item is None or run.live.get(item.site) is None:
        return None
    for name, form in (("key", "[{!r}]"), ("idx", "[{!r}]"), ("name", ".{}")):
        constant = constant_of(run.object(item).fields.get(name, ()))
        if constant is not ABSENT:
            return str(constant) if simple else form.format(constant)
    return None
