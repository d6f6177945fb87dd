"""Methods of lists, dicts, sets, tuples and strings: one function for each method, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..coroutines import close
from ..heap import key_value
from ..iteration import item_of, known_items, new_sequence, new_set
from ..iterators import next_item
from ..subscripts import get_item, key_of, set_factory, set_item
from ..values import (
    ANY_BOOL,
    ANY_INT,
    BOTTOM,
    NONE,
    Items,
    Method,
    Object,
    Tuple,
    Value,
    constant_of,
    join,
    joined,
    of_bool,
    of_constant,
    only,
)
from .attribute_dicts import as_dicts

if TYPE_CHECKING:
    from ..run import Run


def forget_order(run: Run, item: Object, *more: Value) -> None:
    """Make the items of a list any of its items, or further values."""
    found = run.object(item)
    if found.fields:
        target = run.writable(item.site)
        if target.escape is None:
            target.rest, target.fields = target.everything(), {}
    run.write_anywhere(item.site, joined(more))


def append(run: Run, item: Object, value: Value) -> None:
    """``xs.append(value)``."""
    found = run.object(item)
    if found.escape is not None:
        run.escape(value, "it is stored in an object that unknown code may change")
    elif found.is_known:
        run.write(item.site, len(found.fields), value)
    else:
        forget_order(run, item, value)


def extend(run: Run, item: Object, value: Value) -> None:
    """``xs.extend(value)`` and ``xs += value``."""
    items = known_items(run, value)
    found = run.object(item)
    if found.escape is not None:
        run.escape(value, "it is stored in an object that unknown code may change")
    elif items is not None and found.is_known:
        target = run.writable(item.site)
        target.fields = dict(enumerate([*target.fields.values(), *items]))
    else:
        forget_order(run, item, joined(items) if items is not None else item_of(run, value))


def update(run: Run, item: Object, value: Value, keywords: dict[str, Value] | None = None) -> None:
    """``d.update(value, **keywords)`` and ``d |= value``, also of sets."""
    target_kind = run.object(item).kind
    for one in as_dicts(run, value):
        other = run.object(one) if isinstance(one, Object) else None
        if target_kind == "set":
            for each_item in known_items(run, (one,)) or [item_of(run, (one,))]:
                add(run, item, each_item)
        elif other is not None and other.kind == "dict" and other.escape is None:
            for key, field in other.fields.items():
                set_item(run, (item,), key_value(key), field, run.node)
            if other.rest:
                run.write_anywhere(item.site, other.rest, other.keys)
        else:
            pairs = known_items(run, (one,))
            if pairs is not None and all(len(pair) == 1 and isinstance(pair[0], Tuple) for pair in pairs):
                for pair in pairs:
                    set_item(run, (item,), pair[0].items[0], pair[0].items[1], run.node)
            else:
                key, field = _any_pair(run, one)
                run.write_anywhere(item.site, field, key)
    for name, field in (keywords or {}).items():
        set_item(run, (item,), of_constant(name), field, run.node)


def _any_pair(run: Run, mapping: Any) -> tuple[Value, Value]:
    """The join of the keys, and of the values, of pairs whose number is not known: ``dict(zip(keys, values))``."""
    pair = item_of(run, (mapping,)) if isinstance(mapping, (Items, Object)) else BOTTOM
    if pair and all(isinstance(one, Tuple) and len(one.items) == 2 for one in pair):
        return joined(one.items[0] for one in pair), joined(one.items[1] for one in pair)
    lost = run.unknown("a mapping that is not known")
    return lost, lost


def add(run: Run, item: Object, value: Value) -> None:
    """``s.add(value)``."""
    key = key_of(run, value)
    target = run.writable(item.site)
    if target.escape is not None:
        return
    if key is None or (target.is_summary and key not in target.fields):
        target.rest, target.keys = join(target.rest, value), join(target.keys, value)
    else:
        target.fields.setdefault(key, value)


def copied(run: Run, item: Object) -> Value:
    """A shallow copy of a container."""
    found = run.object(item)
    made = run.allocate(found.kind, dict(found.fields), found.rest, keys=found.keys, cls=found.cls, label="copied")
    if found.escape is not None:
        run.live.mark_escaped(made[0].site, found.escape)
    elif found.is_summary:
        _make_items_optional(run, made[0])
    return made


def replace_items(run: Run, item: Object, value: Value) -> None:
    """Give a container the items of another one of its kind: ``xs *= 2``, ``s &= t``."""
    source, target = only(value, Object), run.writable(item.site)
    if source is None or run.object(source).escape is not None:
        run.escape((item,), "it gets items that are not known")
    elif target.is_summary:
        forget_order(run, item, run.object(source).everything())
    else:
        found = run.object(source)
        target.fields, target.rest, target.keys = dict(found.fields), found.rest, found.keys


def _make_items_optional(run: Run, item: Object) -> None:
    target = run.writable(item.site)
    target.keys = join(target.keys, joined(key_value(key) for key in target.fields))
    target.rest, target.fields = target.everything(), {}


# -------------------------------------------------------------------------------------------------------- lists


def _list_append(run: Run, item: Object, call: Call) -> Value:
    append(run, item, call.get(0, "object"))
    return NONE


def _list_extend(run: Run, item: Object, call: Call) -> Value:
    extend(run, item, call.get(0, "iterable"))
    return NONE


def _list_insert(run: Run, item: Object, call: Call) -> Value:
    found, number = run.object(item), constant_of(call.get(0, "index"))
    value = call.get(1, "object")
    if found.is_known and isinstance(number, int):
        items = list(found.fields.values())
        items.insert(max(min(number, len(items)), -len(items)), value)
        run.writable(item.site).fields = dict(enumerate(items))
    else:
        forget_order(run, item, value)
    return NONE


def _list_pop(run: Run, item: Object, call: Call) -> Value:
    found = run.object(item)
    index = call.get(0, "index", of_constant(-1))
    number = constant_of(index)
    items = known_items(run, (item,))
    if items is not None and isinstance(number, int):
        if not -len(items) <= number < len(items):
            return BOTTOM
        value = items.pop(number)
        run.writable(item.site).fields = dict(enumerate(items))
        return value
    everything = found.everything()
    forget_order(run, item)
    return everything


def _list_clear(run: Run, item: Object, call: Call) -> Value:
    target = run.writable(item.site)
    if target.escape is None and not target.is_summary:
        target.fields, target.rest, target.keys = {}, BOTTOM, BOTTOM
    return NONE


def _list_reverse(run: Run, item: Object, call: Call) -> Value:
    items = known_items(run, (item,))
    if items is not None:
        run.writable(item.site).fields = dict(enumerate(reversed(items)))
    else:
        forget_order(run, item)
    return NONE


def _list_reorder(run: Run, item: Object, call: Call) -> Value:
    key = call.keywords.get("key", BOTTOM)
    if key and key != NONE:
        run.call(key, [item_of(run, (item,))], label="key")
    forget_order(run, item)
    return NONE


def _list_remove(run: Run, item: Object, call: Call) -> Value:
    forget_order(run, item)
    return NONE


def _list_extend_left(run: Run, item: Object, call: Call) -> Value:
    forget_order(run, item, item_of(run, call.get(0, "iterable")))
    return NONE


def _copy(run: Run, item: Object, call: Call) -> Value:
    made = copied(run, item)
    factory = run.models.get(("default factory", item.site))
    if factory is not None:
        set_factory(run, made[0], factory)
    return made


def _int(run: Run, item: Any, call: Call) -> Value:
    return ANY_INT


LIST_METHODS: Final[dict[str, Callable[[Run, Object, Call], Value]]] = {
    "append": _list_append, "extend": _list_extend, "insert": _list_insert, "pop": _list_pop, "clear": _list_clear,
    "reverse": _list_reverse, "sort": _list_reorder, "remove": _list_remove, "copy": _copy, "index": _int,
    "count": _int, "popleft": lambda run, item, call: _list_pop(run, item, call.with_arguments([of_constant(0)])),
    "appendleft": lambda run, item, call: _list_insert(
        run, item, call.with_arguments([of_constant(0), call.get(0, "x")])
    ),
    "extendleft": _list_extend_left,
    "rotate": _list_remove,
}  # fmt: skip


# -------------------------------------------------------------------------------------------------------- dicts


def _dict_get(run: Run, item: Object, call: Call) -> Value:
    default = call.get(1, "default", NONE)
    found = run.object(item)
    if found.escape is not None:
        return (found.escape,)
    result: Value = BOTTOM
    for one in call.get(0, "key"):
        key = key_of(run, (one,))
        if key is not None and key in found.fields:
            value = found.fields[key]
            result = join(result, join(value, default) if found.is_summary else value)
        elif key is not None and not found.rest:
            result = join(result, default)
        else:
            result = joined((result, found.everything(), default))
    return result


def _dict_pop(run: Run, item: Object, call: Call) -> Value:
    key = key_of(run, call.get(0, "key"))
    found = run.object(item)
    default = call.get(1, "default")
    if found.escape is not None:
        return (found.escape,)
    if key is not None and key in found.fields and not found.is_summary:
        value = found.fields[key]
        del run.writable(item.site).fields[key]
        return value
    if key is not None and found.is_known:
        return default
    value = join(found.everything(), default)
    _make_items_optional(run, item)
    return value


def _dict_setdefault(run: Run, item: Object, call: Call) -> Value:
    key, default = call.get(0, "key"), call.get(1, "default", NONE)
    found = run.object(item)
    known = key_of(run, key)
    if known is not None and known in found.fields and not found.is_summary:
        return found.fields[known]
    if known is not None and not found.rest and found.escape is None:
        set_item(run, (item,), key, default, call.node)
        return default
    old = get_item(run, (item,), key, call.node)
    set_item(run, (item,), key, join(old, default), call.node)
    return join(old, default)


def _dict_update(run: Run, item: Object, call: Call) -> Value:
    for value in call.arguments:
        update(run, item, value)
    update(run, item, BOTTOM, call.keywords)
    if not call.is_exact:
        lost = run.unknown("a mapping that is not known")
        run.write_anywhere(item.site, lost, lost)
    return NONE


def _dict_view(name: str) -> Callable[[Run, Object, Call], Value]:
    """``d.keys()``, ``d.values()`` or ``d.items()``, which read the dict when they are read."""
    return lambda run, item, call: (Method(f"{name}()", item),)


def _dict_popitem(run: Run, item: Object, call: Call) -> Value:
    pair = (Tuple((item_of(run, (item,)), run.object(item).everything())),)
    _make_items_optional(run, item)
    return pair


def _dict_reorder(run: Run, item: Object, call: Call) -> Value:
    _make_items_optional(run, item)
    return NONE


DICT_METHODS: Final[dict[str, Callable[[Run, Object, Call], Value]]] = {
    "get": _dict_get, "pop": _dict_pop, "setdefault": _dict_setdefault, "update": _dict_update,
    "keys": _dict_view("keys"), "values": _dict_view("values"), "items": _dict_view("items"),
    "popitem": _dict_popitem, "clear": _list_clear, "copy": _copy,
    "move_to_end": _dict_reorder,
}  # fmt: skip


# --------------------------------------------------------------------------------------------------------- sets


def _set_add(run: Run, item: Object, call: Call) -> Value:
    add(run, item, call.get(0, "element"))
    return NONE


def _set_update(run: Run, item: Object, call: Call) -> Value:
    for value in call.arguments:
        update(run, item, value)
    return NONE


def _set_remove(run: Run, item: Object, call: Call) -> Value:
    key, found = key_of(run, call.get(0, "element")), run.object(item)
    if key is None or not found.is_known:
        return _set_forget(run, item, call)
    run.writable(item.site).fields.pop(key, None)
    return NONE


def _set_forget(run: Run, item: Object, call: Call) -> Value:
    _make_items_optional(run, item)
    return NONE


def _set_combined(op: str) -> Callable[[Run, Object, Call], Value]:
    def combine(run: Run, item: Object, call: Call) -> Value:
        from ..operators import binary

        result: Value = (item,)
        for value in call.arguments:
            items = known_items(run, value)
            other = new_set(run, items) if items is not None else new_sequence(run, None, item_of(run, value), "set")
            result = binary(run, op, result, other, call.node)
        return result

    return combine


def _set_compared(kind: str) -> Callable[[Run, Object, Call], Value]:
    def compare(run: Run, item: Object, call: Call) -> Value:
        one, other = known_items(run, (item,)), known_items(run, call.get(0, "other"))
        if one is None or other is None:
            return ANY_BOOL
        keys, others = {key_of(run, each_item) for each_item in one}, {key_of(run, each_item) for each_item in other}
        if None in keys or None in others:
            return ANY_BOOL
        return of_bool(
            {"issubset": keys <= others, "issuperset": keys >= others, "isdisjoint": not keys & others}[kind]
        )

    return compare


SET_METHODS: Final[dict[str, Callable[[Run, Object, Call], Value]]] = {
    "add": _set_add, "update": _set_update, "discard": _set_remove, "remove": _set_remove, "clear": _list_clear,
    "pop": lambda run, item, call: (item_of(run, (item,)), _set_forget(run, item, call))[0], "copy": _copy,
    "union": _set_combined("or"), "intersection": _set_combined("and"), "difference": _set_combined("sub"),
    "symmetric_difference": _set_combined("xor"), "issubset": _set_compared("issubset"),
    "issuperset": _set_compared("issuperset"), "isdisjoint": _set_compared("isdisjoint"),
}  # fmt: skip


def _send(run: Run, item: Object, call: Call) -> Value:
    return next_item(run, (item,), BOTTOM, call.label, call.get(0, "value", NONE))


def _close(run: Run, item: Object, call: Call) -> Value:
    if not close(run, item):
        run.escape((item,), "an iterator is closed")
    return NONE


ITERATOR_METHODS: Final[dict[str, Callable[[Run, Object, Call], Value]]] = {
    "send": _send, "__next__": _send, "close": _close,
}  # fmt: skip
CONTAINER_METHODS: Final = {
    "list": LIST_METHODS, "dict": DICT_METHODS, "set": SET_METHODS, "iterator": ITERATOR_METHODS,
}  # fmt: skip
"""The methods of each kind of container."""


# ------------------------------------------------------------------------------------------------ tuples, strings


def tuple_method(run: Run, name: str, item: Tuple, call: Call) -> Value:
    """A method of a tuple or named tuple."""
    if item.cls is not None:
        names = list(run.classes[item.cls].fields(run))
        if name == "_replace":
            changed = dict(zip(names, item.items, strict=False)) | call.keywords
            return (Tuple(tuple(changed[field] for field in names), item.cls),)
        if name == "_asdict":
            return run.allocate("dict", dict(zip(names, item.items, strict=False)), label="asdict")
    if name in ("index", "count"):
        return ANY_INT
    for value in call.everything():
        run.escape(value, f"the method {name} of a tuple is called with it")
    return run.unknown(f"the method {name} of a tuple")


def container_method(run: Run, name: str, item: Object, call: Call) -> Value:
    """A method of a list, dict or set."""
    found = run.object(item)
    transfer = CONTAINER_METHODS[found.kind].get(name) if found.kind in CONTAINER_METHODS else None
    if transfer is None:
        run.escape((item,), f"the method {name} is called")
        for value in call.everything():
            run.escape(value, f"it is passed to the method {name}")
        return run.unknown(f"the method {name} of a {found.kind}")
    if found.escape is not None:
        for value in call.everything():
            run.escape(value, "it is stored in an object that unknown code may change")
        return NONE if name in ("append", "extend", "insert", "add", "update", "clear") else (found.escape,)
    return transfer(run, item, call)
