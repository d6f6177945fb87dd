"""Graphs of heap objects: their form without sites, what refers to them, and copies of them under other sites."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from .heap import Heap, HeapObject, KeyObject
from .values import (
    Array,
    BoundMethod,
    Class,
    Dtype,
    External,
    Function,
    Items,
    Method,
    Module,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Partial,
    Range,
    Singleton,
    Site,
    Slice,
    Text,
    Transformed,
    Tuple,
    Unknown,
    Value,
)

PLAIN = (Array, Dtype, External, Module, Number, NumPyArray, Opaque, Range, Singleton, Text, Unknown)
"""The alternatives that refer to no object."""
CONTAINERS = ("list", "dict", "set", "instance")
"""The kinds of objects that a form describes."""
MOST_OBJECTS = 24
"""The most objects of a graph that a form describes. Others stand in it by their sites."""


class RenamingError(Exception):
    """A value has an alternative that cannot be copied under other sites."""


class Form:
    """Values without the sites of their objects: values with equal forms differ in the identity of objects alone.

    Making one raises a `RenamingError` if an object holds something else than values.

    Attributes:
        sites: the sites that the form leaves out, in the order in which they come up.
        kept: the alternatives that it takes as they are, with the sites in them.
        unknowns: the unknown values in it, which are equal in all forms.
    """

    def __init__(self, heap: Heap, values: Iterable[Value]) -> None:
        self._heap = heap
        self.sites: dict[Site, int] = {}
        self.kept: list[Value] = []
        self.unknowns: list[Unknown] = []
        self._objects: list[Hashable] = []
        forms = [self._of_value(value) for value in values]
        self.key: Hashable = (tuple(forms), tuple(self._objects))
        """The form, which can be hashed if all constants in the values can."""

    def _of_value(self, value: Value) -> Hashable:
        if type(value) is not tuple:
            raise RenamingError
        return tuple(self._of_item(item) for item in value)

    def _of_item(self, item: Any) -> Hashable:
        kind = type(item)
        if kind is Unknown:
            self.unknowns.append(item)
        if kind is NumPyArray:
            return (item, type(item.constant), type(item.item))  # 1 and 1.0 are equal
        if kind in PLAIN:
            return item  # type: ignore[no-any-return]
        if kind is Tuple:
            return (Tuple, item.cls, tuple(map(self._of_value, item.items)))
        if kind is Object:
            number = self._number(item.site)
            if number is not None:
                return (Object, number)
        self.kept.append((item,))
        return item  # type: ignore[no-any-return]

    def _number(self, site: Site) -> int | None:
        """The number of an object in the graph; None if it stands there by its site."""
        known = self.sites.get(site)
        if known is not None:
            return known
        found = self._heap.peek(site)
        if found is None or found.kind not in CONTAINERS or len(self.sites) >= MOST_OBJECTS:
            return None
        number = self.sites[site] = len(self.sites)
        self._objects.append(None)
        for key in found.fields:
            if type(key) is KeyObject:
                self.kept.append(key.value)
        fields = tuple((type(key), key, self._of_value(one)) for key, one in found.fields.items())
        self._objects[number] = (
            found.kind, found.cls, found.is_summary, found.escape is None, self._of_value(found.rest),
            self._of_value(found.keys), fields,
        )  # fmt: skip
        return number


def parts(item: Any) -> tuple[Iterable[Value], tuple[Any, ...]] | None:
    """The values and the sites in an alternative; None if its class is not known here."""
    kind = type(item)
    if kind in PLAIN:
        return (), ()
    if kind is Object or kind is Class:
        return (), (item.site,)
    if kind is Tuple:
        return item.items, (item.cls,)
    if kind is Items:
        return (item.item,), ()
    if kind is Slice:
        return (item.start, item.stop, item.step), ()
    if kind is Function:
        return [default for _, default in item.defaults], (item.frame, item.cls)
    if kind is BoundMethod:
        return ((item.function,), (item.receiver,)), ()
    if kind is Method:
        return ((item.receiver,), item.extra), ()
    if kind is Partial:
        return (item.function, *item.arguments, *(value for _, value in item.keywords)), ()
    if kind is Transformed:
        return (item.function, *(value for _, value in item.options)), ()
    return None


def mentions(values: Iterable[Value], sites: Set[Site] | Mapping[Site, Any]) -> bool:
    """Whether some values refer to one of several objects. An alternative of a class that is not known does."""
    pending = [*values]
    while pending:
        value = pending.pop()
        if type(value) is not tuple:
            return True
        for item in value:
            found = parts(item)
            if found is None or any(site in sites for site in found[1]):
                return True
            pending += found[0]
    return False


def values_in(found: HeapObject) -> Iterable[Value]:
    """The values in an object."""
    yield from found.fields.values()
    yield found.rest
    yield found.keys
    for key in found.fields:
        if type(key) is KeyObject:
            yield key.value


def closure(heap: Heap, values: Iterable[Value], among: Set[Site]) -> list[Site]:
    """Those of several objects that values refer to, directly or through others of them.

    Raises:
        RenamingError: an alternative is of a class that is not known here.
    """
    found: dict[Site, None] = {}
    pending = [*values]
    while pending:
        value = pending.pop()
        if type(value) is not tuple:
            raise RenamingError
        for item in value:
            known = parts(item)
            if known is None:
                raise RenamingError
            pending += known[0]
            for site in known[1]:
                if site in among and site not in found:
                    found[site] = None
                    one = heap.objects.get(site)
                    if one is None:
                        raise RenamingError
                    pending += values_in(one)
                    enclosing = one.cls
                    if enclosing is not None and enclosing in among:
                        pending.append((Object(enclosing),))
    return [*found]


def renamed(value: Value, names: Mapping[Any, Any]) -> Value:
    """A value that refers to other objects, and whose unknown values have other causes.

    Args:
        value: the value.
        names: the new sites by the old ones, and the new unknown values by the cause and place of the old ones.

    Raises:
        RenamingError: an alternative is of a class that is not known here.
    """
    if len(value) == 1 and type(value[0]) in PLAIN and type(value[0]) is not Unknown:
        return value
    return tuple(_renamed(item, names) for item in value)


def _renamed(item: Any, names: Mapping[Any, Any]) -> Any:
    kind = type(item)
    if kind is Unknown:
        return names.get((item.cause, item.place), item)
    if kind in PLAIN:
        return item
    if kind is Object or kind is Class:
        return kind(names.get(item.site, item.site))
    if kind is Tuple:
        return replace(item, items=tuple(renamed(one, names) for one in item.items))
    if kind is Items:
        return replace(item, item=renamed(item.item, names))
    if kind is Slice:
        return Slice(renamed(item.start, names), renamed(item.stop, names), renamed(item.step, names))
    if kind is Function:
        return replace(item, frame=names.get(item.frame, item.frame), defaults=_of_pairs(item.defaults, names))
    if kind is BoundMethod:
        return BoundMethod(_renamed(item.function, names), _renamed(item.receiver, names))
    if kind is Method:
        return Method(item.name, _renamed(item.receiver, names), renamed(item.extra, names))
    if kind is Partial:
        arguments = tuple(renamed(one, names) for one in item.arguments)
        return Partial(renamed(item.function, names), arguments, _of_pairs(item.keywords, names), item.is_tree)
    if kind is Transformed:
        return replace(item, function=renamed(item.function, names), options=_of_pairs(item.options, names))
    raise RenamingError


def _of_pairs(pairs: Sequence[tuple[str, Value]], names: Mapping[Any, Any]) -> tuple[tuple[str, Value], ...]:
    return tuple((name, renamed(value, names)) for name, value in pairs)


def copied_object(found: HeapObject, names: Mapping[Any, Any]) -> HeapObject:
    """A copy of an object that refers to other objects.

    Raises:
        RenamingError: a value in it cannot be copied.
    """
    new = found.copy()
    new.fields = {
        KeyObject(renamed(key.value, names), key.constant) if type(key) is KeyObject else key: renamed(value, names)
        for key, value in found.fields.items()
    }
    new.rest, new.keys = renamed(found.rest, names), renamed(found.keys, names)
    if found.cls is not None:
        new.cls = names.get(found.cls, found.cls)
    return new
