"""Iteration: the items of an iterable, one by one where they are known, or their join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .builtin_bases import contents, contents_without
from .heap import HeapObject, KeyObject, key_value
from .values import (
    ANY_INT,
    ANY_STR,
    BOTTOM,
    Array,
    Class,
    Items,
    Method,
    NumPyArray,
    Object,
    Range,
    Text,
    Tuple,
    Unknown,
    Value,
    each,
    join,
    joined,
    of_constant,
    only,
)

if TYPE_CHECKING:
    from .run import Run

LONGEST_RANGE = 256
LONGEST_ARRAY = 16

NO_VALUE = "what is iterated over has no value, since computing it raises an error"
"""Why the items are unknown: an empty list would have a dtype of its own, ``jnp.array([])``."""


def known_items(run: Run, value: Value) -> list[Value] | None:
    """The items of an iterable in their order; None if their number or order is not known."""
    if len(value) != 1:
        return None
    item = value[0]
    match item:
        case Tuple(items=items):
            return list(items)
        case Range(start=start, stop=stop, step=step):
            span = range(start, stop, step)
            return [of_constant(number) for number in span] if len(span) <= LONGEST_RANGE else None
        case Text(constant=str() as text):
            return [of_constant(letter) for letter in text] if len(text) <= LONGEST_RANGE else None
        case Array(shape=shape) | NumPyArray(shape=shape):
            if shape and isinstance(shape[0], int) and shape[0] <= LONGEST_ARRAY:
                return [item_of(run, value)] * shape[0]
            return None
        case Object(site=site):
            found = run.live.get(site)
            if found is None or not found.is_known:
                return None
            if found.kind == "iterator":
                from .iterators import drained

                return drained(run, item)
            if found.kind == "list":
                return list(found.fields.values())
            if found.kind in ("dict", "set"):
                return _keys(found)
            if found.kind == "instance":
                inner = contents_without(run, item, "__iter__")
                return _iterated(run, item, known=True) if inner is None else known_items(run, inner)
            return None
        case Class(site=site) if run.classes[site].is_enum:
            return run.classes[site].enum_members(run)
        case Method() if is_view(item):
            return _items_of_view(run, item)
        case Method(name="__dict__", receiver=receiver):
            found = run.live.get(receiver.site)
            if found is None or not found.is_known:
                return None
            return [of_constant(name) for name in found.fields if isinstance(name, str)]
    return None


def item_of(run: Run, value: Value) -> Value:
    """The value that any item of an iterable may have."""
    return each(value, lambda item: _item_of(run, item))


def _item_of(run: Run, item: Any) -> Value:
    match item:
        case Unknown():
            return (item,)
        case Array(shape=shape):
            return (Array(item.dtype, shape[1:] if shape else None, item.origins, False, item.cause, item.traced),)
        case NumPyArray(shape=shape):
            inner = shape[1:] if shape else None
            is_scalar = True if inner == () else None if inner is None else False
            return (NumPyArray(item.dtype, inner, is_scalar, origins=item.origins),)
        case Tuple(items=items):
            return joined(items)
        case Items(item=each_item):
            return each_item
        case Range():
            return ANY_INT
        case Text():
            return ANY_STR if item.kind == "str" else ANY_INT
        case Object(site=site):
            found = run.live.get(site)
            if found is None:
                return run.unknown("an object of another path")
            if found.escape is not None:
                return (found.escape,)
            if found.kind == "iterator":
                from .iterators import rest_of

                return rest_of(run, item)
            if found.kind == "list":
                return found.everything()
            if found.kind in ("dict", "set"):
                return join(joined(_keys(found)), found.keys or _rest_keys(run, found))
            inner = contents_without(run, item, "__iter__")
            if inner is not None:
                return item_of(run, inner)
            iterated = _iterated(run, item, known=False)
            return iterated[0] if iterated else BOTTOM
        case Class(site=site) if run.classes[site].is_enum:
            return joined(run.classes[site].enum_members(run) or [])
        case Method(name="__dict__"):
            return ANY_STR
        case Method() if is_view(item):
            return _item_of_view(run, item)
    return run.unknown(f"the items of a {type(item).__name__}")


def is_view(item: Any) -> bool:
    """Whether a value is ``d.keys()``, ``d.values()`` or ``d.items()``, which reads the dict when it is read."""
    return isinstance(item, Method) and item.name in ("keys()", "values()", "items()")


def _items_of_view(run: Run, item: Method) -> list[Value] | None:
    found = run.live.get(item.receiver.site)
    if found is None or not found.is_known:
        return None
    if item.name == "values()":
        return list(found.fields.values())
    if item.name == "keys()":
        return [key_value(key) for key in found.fields]
    return [(Tuple((key_value(key), value)),) for key, value in found.fields.items()]


def _item_of_view(run: Run, item: Method) -> Value:
    found = run.live.get(item.receiver.site)
    if found is None:
        return run.unknown("a view of a dict of another path")
    if item.name == "values()":
        return found.everything()
    if item.name == "keys()":
        return item_of(run, (item.receiver,))
    pairs: Value = joined((Tuple((key_value(key), value)),) for key, value in found.fields.items())
    if not found.rest and found.escape is None:
        return pairs
    return join(pairs, (Tuple((found.keys or run.unknown("the keys of a dict"), found.everything())),))


def _rest_keys(run: Run, found: HeapObject) -> Value:
    return BOTTOM if not found.rest else run.unknown("the keys of a dict")


def _iterated(run: Run, item: Object, *, known: bool) -> list[Value] | None:
    """The items that an instance's ``__iter__`` gives: a list if they are known, else a list with their join."""
    from .attributes import get_attribute
    from .classes import find_method

    if find_method(run, item, "__iter__") is not None:
        if known:
            return None  # the method is called once, by `item_of`
        iterator = run.call(get_attribute(run, (item,), "__iter__"), [], label="iter")
        if iterator == (item,):
            following = find_method(run, item, "__next__")
            if following is None:
                return [run.unknown("an iterator of another library")]
            from .iterators import all_steps

            return [all_steps(run, (item,))]
        return [item_of(run, iterator)]
    if find_method(run, item, "__getitem__") is not None and not known:
        return [run.call(get_attribute(run, (item,), "__getitem__"), [ANY_INT], label="iter")]
    return None if known else [run.unknown("the items of an instance")]


def read_generator(run: Run, value: Value, *, is_stepped: bool = False) -> Value:
    """The iterator of an instance whose ``__iter__`` makes one; any other value as it is.

    Args:
        run: the run.
        value: what is iterated over.
        is_stepped: whether the items are read by `iterators.step`, so that the iterator may be an instance.
    """
    from .attributes import get_attribute
    from .classes import find_method

    item = value[0] if len(value) == 1 else None
    if not isinstance(item, Object) or run.heap is None:
        return value
    found = run.live.get(item.site)
    if found is None or found.kind != "instance" or found.escape is not None:
        return value
    if find_method(run, item, "__iter__") is None:
        return value
    before = run.heap
    run.heap = before.branch()
    iterator = run.call(get_attribute(run, (item,), "__iter__"), [], label="iter")
    made = only(iterator, Object)
    has_steps = is_stepped and run.heap is not None and find_method(run, made, "__next__") is not None
    if run.heap is not None and made is not None and (has_steps or run.object(made).kind == "iterator"):
        return iterator
    run.heap = before
    return value


def is_iterable(run: Run, item: Any) -> bool | None:
    """Whether ``iter(item)`` succeeds; None if unknown."""
    from .classes import class_of

    if isinstance(item, (Tuple, Items, Range, Text)) or is_view(item):
        return True
    if not isinstance(item, Object) or run.live.get(item.site) is None:
        return None
    if run.object(item).kind != "instance":
        return True
    info = class_of(run, item)
    if contents(run, item) is not None:
        return True
    if info is None or info.is_open or any(isinstance(base, str) and base != "builtins.object" for base in info.mro):
        return None
    return info.find(run, "__iter__") is not None or info.find(run, "__getitem__") is not None


def _keys(found: HeapObject) -> list[Value]:
    """The known keys of a dict, or items of a set. A dtype in a set keeps its origins, which are no part of a key."""
    if found.kind == "dict":
        return [key_value(key) for key in found.fields]
    return [value if type(key) is KeyObject else key_value(key) for key, value in found.fields.items()]


def new_sequence(run: Run, items: list[Value] | None, item: Value = BOTTOM, kind: str = "list") -> Value:
    """A new list (or set) of known items, or of any number of items with the value `item`."""
    if items is not None:
        return run.allocate(kind, dict(enumerate(items))) if kind == "list" else new_set(run, items)
    if kind == "list":
        return run.allocate("list", rest=item)
    return run.allocate("set", rest=item, keys=item)


def new_set(run: Run, items: list[Value]) -> Value:
    """A new set of some items."""
    from .subscripts import key_of

    fields: dict[Any, Value] = {}
    rest: Value = BOTTOM
    for item in items:
        key = key_of(run, item)
        if key is None:
            rest = join(rest, item)
        else:
            fields[key] = join(fields[key], item) if type(key) is KeyObject and key in fields else item
    return run.allocate("set", fields, rest, keys=rest)


def flattened_stars(run: Run, parts: list[tuple[bool, Value]]) -> tuple[list[Value] | None, Value]:
    """The items of a display with stars: ``[a, *b]``.

    Args:
        parts: each value, and whether a star stands before it.

    Returns: The items if they are all known, and the join of all items.
    """
    items: list[Value] | None = []
    everything: Value = BOTTOM
    for is_starred, value in parts:
        if not is_starred:
            if items is not None:
                items.append(value)
            everything = join(everything, value)
            continue
        value = read_generator(run, value)
        inner = known_items(run, value)
        if inner is None:
            items = None
            everything = join(everything, item_of(run, value))
        else:
            if items is not None:
                items += inner
            everything = join(everything, joined(inner))
    return items, everything
