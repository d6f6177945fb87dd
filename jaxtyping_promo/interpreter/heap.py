"""The heap: objects by their place of allocation.

An object is shared by all heaps that branched off from each other until one of them writes to it; then that heap copies
it. So a branch costs little (`heap_table.py`), and `joined` looks only at objects that differ.

*Strong* updates replace a field; *weak* updates join the new value to the old one. Updates are weak if the object is a
*summary*, which stands for several objects of one place. *Escaped* objects are reachable from code that is not
interpreted: each field of theirs is unknown from then on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from operator import is_
from typing import Any

from .heap_table import MISSING, HeapTable
from .values import (
    ABSENT,
    BOTTOM,
    Dtype,
    Number,
    Site,
    Text,
    Tuple,
    Unknown,
    Value,
    is_unknown,
    join,
    joined,
    without_constants,
)
from .watch import Base

Key = Hashable


NOTHING_LOST: dict[Key, Unknown] = {}


class HeapObject:
    """One object: a frame, list, dict, set, instance, class or module.

    Attributes:
        kind: ``"frame"``, ``"list"``, ``"dict"``, ``"set"``, ``"instance"``, ``"class"``.
        fields: the values by variable, attribute, index or key, in order of insertion.
        rest: the value of every item under an unknown key; empty if all keys are known.
        keys: the value of the keys that belong to `rest`.
        cls: for an instance, the site of its class; for a frame, the enclosing frame.
        is_summary: whether it stands for several objects.
        escape: the cause why it is unknown, if code that is not interpreted may change it.
        lost: for a frame, the variables that such code may assign at any time, with the causes.
        is_captured: whether a function holds this frame.
    """

    __slots__ = ("cls", "escape", "fields", "is_captured", "is_summary", "keys", "kind", "lost", "owner", "rest")

    def __init__(
        self,
        kind: str,
        fields: dict[Any, Value] | None = None,
        rest: Value = BOTTOM,
        keys: Value = BOTTOM,
        cls: Site | None = None,
    ) -> None:
        self.kind = kind
        self.fields: dict[Any, Value] = {} if fields is None else fields
        self.rest, self.keys, self.cls = rest, keys, cls
        self.is_summary = self.is_captured = False
        self.escape: Unknown | None = None
        self.lost: dict[Key, Unknown] = NOTHING_LOST
        self.owner: object = None

    def copy(self) -> HeapObject:
        """A copy that no heap owns yet."""
        other = HeapObject(self.kind, dict(self.fields), self.rest, self.keys, self.cls)
        other.is_summary, other.is_captured, other.escape = self.is_summary, self.is_captured, self.escape
        other.lost = self.lost
        return other

    @property
    def values(self) -> Iterator[Value]:
        """The values in it."""
        yield from (*self.fields.values(), self.rest, self.keys)

    def equals(self, other: HeapObject) -> bool:
        """Whether two versions of an object hold the same."""
        return self is other or (
            self.fields == other.fields
            and self.rest == other.rest
            and self.keys == other.keys
            and self.is_summary == other.is_summary
            and (self.escape is None) == (other.escape is None)
            and self.lost.keys() == other.lost.keys()
        )

    @property
    def is_known(self) -> bool:
        """Whether all items are known by key, so that the object's length is known."""
        return not self.rest and not self.is_summary and self.escape is None

    def get(self, key: Key) -> Value | None:
        """The value under a key; None if there is none."""
        if self.escape is not None:
            return (self.escape,)
        return self.fields.get(key)

    def everything(self) -> Value:
        """The join of all items."""
        if self.escape is not None:
            return (self.escape,)
        return joined((*self.fields.values(), self.rest))


class Heap:
    """A state of memory.

    Attributes:
        base: the objects of modules that are loaded; they are looked up last.
        objects: the other objects.
        log: the sites of all changed objects, in order; all heaps of a run share it.
        owner: a mark of the objects that this heap alone holds.
    """

    __slots__ = ("base", "log", "objects", "owner")

    def __init__(
        self, base: Base, objects: HeapTable | dict[Site, HeapObject] | None = None, log: list[Site] | None = None
    ) -> None:
        self.base = base
        self.objects = HeapTable(objects) if objects is None or isinstance(objects, dict) else objects
        self.log: list[Site] = [] if log is None else log
        self.owner = object()

    def branch(self) -> Heap:
        """A heap that starts equal and changes by itself. Both copy an object before they write to it."""
        self.owner = object()
        return Heap(self.base, self.objects.copy(), self.log)

    def __contains__(self, site: Site) -> bool:
        return site in self.objects or site in self.base

    def __getitem__(self, site: Site) -> HeapObject:
        watch = self.base.watch
        if watch is not None:
            watch.reads.add(site)
        objects = self.objects
        found: HeapObject | None = objects.own.get(site, MISSING)
        if found is MISSING:
            found = objects.shared.get(site)
        return self.base[site] if found is None else found

    def get(self, site: Site) -> HeapObject | None:
        """The object of a site; None if it was never allocated on this path."""
        watch = self.base.watch
        if watch is not None:
            watch.reads.add(site)
        found = self.objects.own.get(site, MISSING)
        if found is MISSING:
            found = self.objects.shared.get(site)
        return found or self.base.get(site)

    def peek(self, site: Site) -> HeapObject | None:
        """The same as `get`, for a reader that notes by itself what it reads."""
        found = self.objects.own.get(site, MISSING)
        if found is MISSING:
            found = self.objects.shared.get(site)
        return found or self.base.get(site)

    def add(self, site: Site, new: HeapObject) -> None:
        """Add a new object."""
        if self.base.watch is not None:
            self.base.watch.note_added(site, self.peek(site))
        new.owner = self.owner
        self.objects[site] = new
        self.log.append(site)

    def writable(self, site: Site, *, is_narrowing: bool = False) -> HeapObject:
        """The object of a site, copied first if another heap may share it.

        Args:
            site: the site.
            is_narrowing: whether the caller changes what is known about the object, and not the object.
        """
        found = self.peek(site)
        if found is None:
            raise KeyError(site)
        self.log.append(site)
        watch = self.base.watch
        if watch is not None and site not in watch.created:
            if not is_narrowing:
                watch.effects.add(site)
            if site in watch.written and found.owner is self.owner:
                return found
            watch.written.setdefault(site, found)
        elif found.owner is self.owner:
            return found
        found = found.copy()
        found.owner = self.owner
        self.objects[site] = found
        return found

    def free(self, site: Site) -> None:
        """Forget an object that nothing refers to."""
        found = self.objects.pop(site)
        if found is not None:
            self.log.append(site)
            if self.base.watch is not None:
                self.base.watch.note_freed(site, found)

    def write(self, site: Site, key: Key, value: Value, *, weak: bool = False) -> None:
        """Store a value under a known key."""
        found = self.peek(site)
        if found is not None and found.lost and key in found.lost:
            value = (found.lost[key],)
        if found is not None and (weak or found.is_summary or found.escape is not None):
            old = found.fields.get(key)
            value = join((found.rest if found.kind != "frame" else BOTTOM) if old is None else old, value)
            if found.escape is not None or value is old:
                self._note_rewritten(site)
                return
            if old is None and weak and found.kind == "instance" and isinstance(key, str):
                self.writable(site).fields[maybe_lacking(key)] = BOTTOM
        written = self.writable(site)
        written.fields[key] = value
        if written.kind == "instance" and isinstance(key, str) and not weak and not written.is_summary:
            written.fields.pop(maybe_lacking(key), None)

    def _note_rewritten(self, site: Site) -> None:
        """Note a write that changes nothing, because the object holds the value already."""
        watch = self.base.watch
        if watch is not None and site not in watch.created:
            watch.reads.add(site)
            watch.rewritten.add(site)

    def write_anywhere(self, site: Site, value: Value, keys: Value = BOTTOM) -> None:
        """Store a value under an unknown key: every field may have been replaced."""
        found = self[site]
        if found.kind == "instance":
            keys = BOTTOM
        fields = {key: join(old, value) for key, old in found.fields.items()}
        rest, keys = join(found.rest, value), join(found.keys, keys)
        is_same = rest is found.rest and keys is found.keys and all(map(is_, fields.values(), found.fields.values()))
        if is_same or found.escape is not None:
            self._note_rewritten(site)
            return
        target = self.writable(site)
        target.rest, target.keys, target.fields = rest, keys, fields

    def mark_escaped(self, site: Site, cause: Unknown) -> None:
        """Make everything in an object unknown, now and later."""
        if self[site].escape is not None:
            self._note_rewritten(site)
            return
        target = self.writable(site)
        target.escape = cause
        if target.kind != "frame":
            target.rest = (cause,)
        target.fields = dict.fromkeys(target.fields, (cause,))

    def lose_variable(self, site: Site, name: Key, cause: Unknown) -> None:
        """Make a variable of a frame unknown, now and later."""
        target = self.writable(site)
        target.lost = {name: cause, **target.lost}
        target.fields[name] = (target.lost[name],)


def maybe_lacking(name: str) -> Key:
    """The field that marks an instance which lacks an attribute on some path: then the one of its class is read."""
    return ("maybe lacking", name)


def joined_heaps(left: Heap | None, right: Heap | None, since: int = 0) -> Heap | None:
    """The heap behind two paths that merge; None stands for a path that ends before.

    Args:
        left, right: the heaps at the ends of the paths.
        since: the length of the log where the paths parted. Only objects that the log has after it can differ.
    """
    if left is None or left is right:
        return right
    if right is None:
        return left
    sites = _sites_that_may_differ(left, right, since)
    result = Heap(left.base, left.objects.copy(), left.log)
    left.owner, right.owner = object(), object()
    objects, others, base, log = result.objects, right.objects, left.base, left.log
    for site in sites:
        one, other = objects.get(site), others.get(site)
        if one is other:
            continue
        one, other = one or base.get(site), other or base.get(site)
        if one is None and other is not None:
            objects[site] = other
        elif one is not None and other is not None and one is not other:
            objects[site] = joined_objects(one, other)
        else:
            continue
        log.append(site)
    return result


def _sites_that_may_differ(left: Heap, right: Heap, since: int) -> Iterable[Site]:
    """The sites whose objects may differ in two heaps; `since` is a position in the log."""
    objects, others, log = left.objects, right.objects, left.log
    is_shared = objects.shared is others.shared
    most = len(objects.own) + len(others.own) if is_shared else len(objects.shared) + len(others.shared)
    if since and len(log) - since < most:
        return dict.fromkeys(log[since:])
    return {**others.own, **objects.own} if is_shared else dict.fromkeys((*others, *objects))


def add_changes(target: Heap, heap: Heap, position: int) -> None:
    """Join the objects that have changed since a position in the log to another heap."""
    heap.owner = target.owner = object()
    for site in dict.fromkeys(heap.log[position:]):
        new = heap.objects.get(site)
        old = target.peek(site)
        if new is not None and new is not old:
            target.objects[site] = new if old is None else joined_objects(old, new)


def joined_objects(left: HeapObject, right: HeapObject) -> HeapObject:
    """The object behind two paths that merge: each field has the values of both."""
    if left.equals(right):
        return left
    result = HeapObject(left.kind, None, join(left.rest, right.rest), join(left.keys, right.keys), left.cls)
    result.is_summary = left.is_summary or right.is_summary
    result.is_captured = left.is_captured or right.is_captured
    result.escape = left.escape or right.escape
    result.lost = {**left.lost, **right.lost}
    if left.kind in ("frame", "class", "instance"):
        # A variable that only one path assigns is not readable on the other path.
        fields, others = left.fields, right.fields
        result.fields = dict(fields)
        for key, value in others.items():
            old = fields.get(key)
            if old is not value:
                result.fields[key] = join(left.rest if old is None else old, value)
        if right.rest:
            for key in fields.keys() - others.keys():
                result.fields[key] = join(fields[key], right.rest)
        if left.kind == "instance":
            names = (key for key in fields.keys() ^ others.keys() if isinstance(key, str))
            result.fields.update((maybe_lacking(name), BOTTOM) for name in names)
    elif left.fields.keys() == right.fields.keys():
        for key, value in left.fields.items():
            result.fields[key] = join(value, right.fields[key])
    else:
        _join_containers(left, right, result)
    for key, cause in result.lost.items():
        result.fields[key] = (cause,)
    return result


def _join_containers(left: HeapObject, right: HeapObject, result: HeapObject) -> None:
    """Join the items of two containers with different keys: an item that one of them lacks may be missing."""
    for key, value in left.fields.items():
        if key in right.fields:
            result.fields[key] = join(value, right.fields[key])
    for one, other in ((left, right), (right, left)):
        for key, value in one.fields.items():
            if key not in other.fields:
                result.rest = join(result.rest, value)
                result.keys = join(result.keys, key_value(key))


def key_value(key: Key) -> Value:
    """The value of a key in a container; keys are constants, or values of objects by identity."""
    from .values import of_constant

    if isinstance(key, KeyObject):
        return key.value
    return of_constant(key)


class KeyObject:
    """A key of a dict or an item of a set that is no constant: a class, a function, a dtype, a tuple.

    Args:
        value: the value.
        constant: the number or string that the value is equal to, such as that of a member of ``IntEnum``.
    """

    __slots__ = ("_compared", "constant", "value")

    def __init__(self, value: Value, constant: Any = ABSENT) -> None:
        self.value, self.constant = value, constant
        self._compared = _compared(value) if constant is ABSENT else constant

    def __eq__(self, other: object) -> bool:
        return bool(self._compared == (other._compared if isinstance(other, KeyObject) else other))

    def __hash__(self) -> int:
        return hash(self._compared)


def _compared(value: Value) -> Any:
    """What two keys are compared by. Tuples are compared by their items, and ``(1,) == (1.0,)``."""
    item = value[0] if len(value) == 1 else None
    if type(item) is Tuple:
        return ("tuple", *map(_compared, item.items))
    if isinstance(item, (Number, Text)) and item.constant is not ABSENT:
        return item.constant
    return ("dtype", item.name, item.form) if isinstance(item, Dtype) else value


def reachable(heap: Heap, value: Value) -> Iterator[Site]:
    """The sites of the mutable objects that a value refers to, directly or through others."""
    from .values import (
        BoundMethod,
        Items,
        Method,
        Object,
        Partial,
        Transformed,
        Tuple,
    )

    seen: set[Site] = set()
    pending: list[Any] = list(value)
    while pending:
        item = pending.pop()
        match item:
            case Object(site=site):
                if site in seen:
                    continue
                seen.add(site)
                found = heap.get(site)
                if found is None:
                    continue
                yield site
                for each in found.fields.values():
                    pending.extend(each)
                pending.extend(found.rest)
                pending.extend(found.keys)
            case Tuple(items=items):
                for each in items:
                    pending.extend(each)
            case Items(item=each):
                pending.extend(each)
            case BoundMethod(receiver=receiver) | Method(receiver=receiver):
                pending.append(receiver)
            case Partial(function=function, arguments=arguments, keywords=keywords):
                pending.extend(function)
                for each in (*arguments, *(value for _, value in keywords)):
                    pending.extend(each)
            case Transformed(function=function):
                pending.extend(function)


def widen(before: Heap, after: Heap, cause: Unknown | None) -> None:
    """Make the fields less exact that still change in a loop, so that the loop's analysis ends.

    Args:
        before: the heap before a turn.
        after: the heap after it, which is changed.
        cause: why a field is unknown; None keeps the fields in which more changes than a number or string.
    """
    for site, found in after.objects.items():
        new = _widened(before.get(site), found, cause)
        if new is not found:
            after.objects[site] = new
            after.log.append(site)


def _widened(old: HeapObject | None, new: HeapObject, cause: Unknown | None) -> HeapObject:
    """An object whose fields that still change in a loop are less exact, so that the loop's analysis ends."""
    if old is None or old.equals(new):
        return new
    result = new.copy()
    for key, value in new.fields.items():
        result.fields[key] = _widened_value(old.fields.get(key), value, cause)
    result.rest = _widened_value(old.rest, new.rest, cause)
    return result


def _widened_value(old: Value | None, new: Value, cause: Unknown | None) -> Value:
    """A value that changes in every turn: its numbers and strings are not known; other changes may make it unknown."""
    if old == new or is_unknown(new):
        return new
    classes = without_constants(new)
    if old is not None and without_constants(old) == classes:
        return classes
    return new if cause is None else (cause,)
