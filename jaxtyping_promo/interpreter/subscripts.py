"""Subscripts: reading, storing and deleting ``x[index]`` by the kind of ``x``."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from itertools import pairwise
from typing import Any

from .attributes import get_attribute
from .axes import array_type
from .builtin_bases import TYPES, contents, missing_item
from .classes import class_of, find_method
from .equality import PLAIN_MEMBERS, has_certain_equality
from .findings import check_index
from .heap import HeapObject, KeyObject
from .indexing import indexed_array
from .iteration import item_of, known_items, new_sequence
from .libraries.attribute_dicts import as_dict, is_attribute_dict, set_dict_item
from .libraries.custom_derivatives import derived_arrays
from .run import Run
from .values import (
    ABSENT,
    ANY_STR,
    BOTTOM,
    NONE,
    Array,
    Class,
    Descriptor,
    Dtype,
    External,
    Function,
    Items,
    Method,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Range,
    Singleton,
    Slice,
    Text,
    Tuple,
    Unknown,
    Value,
    constant_of,
    join,
    joined,
    of_constant,
    only,
)


def key_of(run: Run, value: Value) -> Hashable | None:
    """The key under which a container holds an item: a constant, or a value that is compared by identity.

    Returns: The key; None if the item may be equal to another one that is not the same here.
    """
    constant = constant_of(value)
    if constant is not ABSENT:
        return constant if constant is not None else KeyObject(NONE)
    if len(value) == 1 and isinstance(value[0], Dtype):
        return KeyObject((Dtype(value[0].name, value[0].form),))
    if len(value) == 1 and isinstance(value[0], (Class, External, Function, Object, Tuple)):
        plain = _plain_equal(run, value[0])
        if plain is not value[0]:
            constant = ABSENT if plain is None else constant_of((plain,))
            return None if constant is ABSENT else KeyObject(value, constant)
        return KeyObject(value) if has_certain_equality(run, value[0]) else None
    return None


def _plain_equal(run: Run, item: Any) -> Any:
    """What an instance is equal to: the value of a member of IntEnum or StrEnum, the text of an instance of a `str`.

    Returns: The value, or the item itself if it is none of these; None if the value is not known.
    """
    info = class_of(run, item) if isinstance(item, Object) else None
    if info is None or info.find(run, "__eq__") is not None or info.find(run, "__hash__") is not None:
        return item
    if info.is_enum:
        mixes = any(base in PLAIN_MEMBERS or base in TYPES for base in info.mro if isinstance(base, str))
        return only(run.object(item).fields.get("value", BOTTOM)) if mixes else item
    inner = contents(run, item)
    return item if inner is None else only(inner)


def get_item(run: Run, owner: Value, index: Value, node: ast.AST) -> Value:
    """``owner[index]``."""
    if len(owner) == 1:
        return _get(run, owner[0], index, node)
    if any(isinstance(item, Object) for item in owner):
        return run.branch(*(lambda item=item: _get(run, item, index, node) for item in owner))
    return joined(_get(run, item, index, node) for item in owner)


def _get(run: Run, item: Any, index: Value, node: ast.AST) -> Value:
    match item:
        case Unknown():
            return (item,)
        case Array() | NumPyArray():
            return derived_arrays(run, "[]", ((item,),), indexed_array(run, item, index, node))
        case Tuple():
            return _of_items(run, list(item.items), index, lambda part: (Tuple(tuple(part)),))
        case Items():
            return (item,) if only(index, Slice) else item.item
        case Range():
            items = known_items(run, (item,))
            if items is None:
                return item_of(run, (item,))
            return _of_items(run, items, index, lambda part: (Tuple(tuple(part)),))
        case Text(constant=constant):
            number = constant_of(index)
            if constant is not ABSENT and isinstance(number, int):
                return of_constant(constant[number]) if -len(constant) <= number < len(constant) else BOTTOM
            bounds = only(index, Slice)
            if constant is not ABSENT and bounds is not None:
                span = python_slice(bounds)
                return of_constant(constant[span]) if span is not None else ANY_STR
            return ANY_STR
        case Object():
            return _of_object(run, item, index, node)
        case Class(site=site):
            if run.classes[site].is_enum:
                name = constant_of(index)
                return run.live[site].fields.get(name, BOTTOM) if name is not ABSENT else item_of(run, (item,))
            return _of_class(run, item, index)
        case External():
            return (array_type(run, item, index) or item,)
        case Opaque():
            return (item,)
        case Method(name="__dict__"):
            return get_item(run, (as_dict(run, item),), index, node)
        case Method(name="at"):
            check_index(run, item.receiver, index, node)
            return (Method("at[]", item.receiver, index),)
        case Number() | Singleton():
            return BOTTOM
    return run.unknown(f"an item of a {type(item).__name__}")


def _of_class(run: Run, item: Class, index: Value) -> Value:
    """``Class[index]``: the class with type arguments, or the result of a method of its metaclass or its own."""
    info = run.classes[item.site]
    metaclasses = [run.classes[each].options.get("metaclass") for each in info.mro if not isinstance(each, str)]
    for metaclass in metaclasses:
        cls = only(metaclass, Class) if metaclass else None
        method = run.classes[cls.site].find(run, "__getitem__") if cls is not None else None
        if method is not None:
            return run.call(method, [(item,), index], label="getitem")
    method = info.find(run, "__class_getitem__")
    if method is None:
        return (array_type(run, item, index) or item,)
    functions = tuple(one for each in method for one in (each.function if isinstance(each, Descriptor) else (each,)))
    return run.call(functions, [(item,), index], label="class_getitem")


def python_slice(bounds: Slice) -> slice | None:
    """A slice with known bounds; None if a bound is unknown."""
    numbers = [constant_of(bound) for bound in (bounds.start, bounds.stop, bounds.step)]
    if any(number is ABSENT or not (number is None or isinstance(number, int)) for number in numbers):
        return None
    return None if numbers[2] == 0 else slice(*numbers)


def _of_items(run: Run, items: list[Value], index: Value, rebuild: Any) -> Value:
    """An item, or a slice, of a sequence with known items."""
    number = constant_of(index)
    if isinstance(number, int):
        return items[number] if -len(items) <= number < len(items) else BOTTOM
    bounds = only(index, Slice)
    if bounds is not None:
        span = python_slice(bounds)
        return (Items(joined(items), "tuple"),) if span is None else rebuild(items[span])
    return joined(items)


def _of_object(run: Run, item: Object, index: Value, node: ast.AST) -> Value:
    found = run.live.get(item.site)
    if found is None:
        return run.unknown("an object of another path")
    if found.kind == "instance":
        if find_method(run, item, "__getitem__") is not None:
            return run.call(get_attribute(run, (item,), "__getitem__"), [index], node=node)
        inner = contents(run, item)
        if inner is not None:
            return missing_item(run, item, index, get_item(run, inner, index, node))
        from .libraries.instance_attributes import library_item

        return library_item(run, item, index)
    if found.escape is not None:
        return (found.escape,)
    if found.kind == "list":
        items = known_items(run, (item,))
        if items is not None:
            return _of_items(run, items, index, lambda part: new_sequence(run, part))
        everything = found.everything()
        return new_sequence(run, None, everything) if only(index, Slice) else everything
    return _of_dict(run, found, item, index)


def _of_dict(run: Run, found: HeapObject, item: Object, index: Value) -> Value:
    result: Value = BOTTOM
    for alternative in index:
        key = key_of(run, (alternative,))
        factory = run.models.get(("default factory", item.site))
        if key is None:
            if factory is not None and found.escape is None:
                run.live.writable(item.site)
                run.live.write_anywhere(item.site, run.call(factory, [], label="default_factory"), (alternative,))
                return join(result, run.object(item).everything())
            return join(result, found.everything()) or run.unknown("a key that is not known")
        if key in found.fields:
            value = found.fields[key]
            result = join(result, join(value, found.rest) if found.is_summary and found.rest else value)
        elif factory is not None and found.escape is None:
            made = join(found.rest, run.call(factory, [], label="default_factory"))
            if run.heap is None:
                return result
            set_item(run, (item,), (alternative,), made, run.node)
            result = join(result, made)
        elif found.rest:
            result = join(result, found.rest)
    return result


def set_factory(run: Run, item: Object, factory: Value) -> None:
    """Note the function that makes the missing items of a ``defaultdict``."""
    key = ("default factory", item.site)
    run.models[key] = join(run.models.get(key, BOTTOM), factory)


def set_item(run: Run, owner: Value, index: Value, value: Value, node: ast.AST) -> None:
    """``owner[index] = value``."""
    if run.heap is None:
        return
    weak = len(owner) > 1 or len(index) > 1
    for item in owner:
        if run.heap is None:
            return
        if isinstance(item, Object):
            _set_on_object(run, item, index, value, node, weak=weak)
        elif isinstance(item, Unknown):
            run.escape(value, "it is stored in an unknown object")
        elif is_attribute_dict(item):
            set_dict_item(run, item, index, value)
        elif isinstance(item, NumPyArray):
            continue  # NumPy casts the value to the dtype of the array
        else:
            run.escape(value, f"it is stored in a {type(item).__name__}")


def _set_on_object(run: Run, item: Object, index: Value, value: Value, node: ast.AST, *, weak: bool) -> None:
    from .slots import stored_field

    found = run.object(item)
    if found.kind == "instance":
        if find_method(run, item, "__setitem__") is not None:
            run.call(get_attribute(run, (item,), "__setitem__"), [index, value], node=node, label="setitem")
            return
        inner = contents(run, item)
        if inner is not None:
            set_item(run, inner, index, value, node)
            return
        run.escape((item,), "an item of an instance is stored")
        run.escape(value, "it is stored in an instance")
        return
    if found.escape is not None:
        run.escape(value, "it is stored in an object that unknown code may change")
        return
    if found.kind == "list":
        items = known_items(run, (item,))
        number = constant_of(index)
        if items is not None and isinstance(number, int) and -len(items) <= number < len(items):
            position = number % len(items)
            run.write(item.site, position, stored_field(run, item, position, value), weak=weak)
        elif items is not None and not weak and _replace_slice(run, item, items, index, value):
            pass
        elif only(index, Slice) is not None:
            run.write_anywhere(item.site, item_of(run, value))
            target = run.writable(item.site)
            target.rest, target.fields = target.everything(), {}
        else:
            run.write_anywhere(item.site, value)
        return
    for alternative in index:
        key = key_of(run, (alternative,))
        if key is None:
            run.write_anywhere(item.site, value, index)
            return
        if weak and key not in found.fields:
            target = run.writable(item.site)
            target.rest, target.keys = join(target.rest, value), join(target.keys, (alternative,))
        else:
            run.write(item.site, key, stored_field(run, item, key, value), weak=weak)


def _replace_slice(run: Run, item: Object, items: list[Value], index: Value, value: Value) -> bool:
    """``xs[start:stop] = values``, if all items are known."""
    bounds, new = only(index, Slice), known_items(run, value)
    span = None if bounds is None else python_slice(bounds)
    if span is None or new is None:
        return False
    try:
        items[span] = new
    except ValueError:
        return False  # the sizes differ: Python raises
    run.writable(item.site).fields = dict(enumerate(items))
    return True


def delete_item(run: Run, owner: Value, index: Value, node: ast.AST) -> None:
    """``del owner[index]``."""
    for item in owner:
        if run.heap is None:
            return
        if not isinstance(item, Object):
            if is_attribute_dict(item):
                run.escape((item.receiver,), "an attribute is deleted")
            continue
        found = run.object(item)
        if found.kind == "instance":
            inner = contents(run, item)
            if find_method(run, item, "__delitem__") is not None:
                run.call(get_attribute(run, (item,), "__delitem__"), [index], node=node)
            elif inner is not None:
                delete_item(run, inner, index, node)
            else:
                run.escape((item,), "an item of an instance is deleted")
            continue
        key = key_of(run, index)
        target = run.writable(item.site)
        if found.kind == "list":
            items = known_items(run, (item,)) if len(owner) == 1 else None
            left = None if items is None else _items_left(items, index)
            if left is not None:
                target.fields = dict(enumerate(left))
            else:
                target.rest, target.fields = target.everything(), {}
        elif key is not None and key in target.fields and len(owner) == 1 and not target.is_summary:
            del target.fields[key]
        else:
            _forget_keys(target)


def _items_left(items: list[Value], index: Value) -> list[Value] | None:
    """The items of a list that ``del`` leaves; None if their number is unknown, or if Python raises an error."""
    number, bounds = constant_of(index), only(index, Slice)
    if isinstance(number, int):
        if not -len(items) <= number < len(items):
            return None
        number %= len(items)
        return [*items[:number], *items[number + 1 :]]
    span = None if bounds is None else python_slice(bounds)
    if span is not None:
        gone = {*range(len(items))[span]}
        return [item for place, item in enumerate(items) if place not in gone]
    if items and index and all(isinstance(each, Number) and each.kind == "int" for each in index):
        return [join(here, behind) for here, behind in pairwise(items)]  # the deleted one stands before or behind
    return None


def _forget_keys(target: HeapObject) -> None:
    """Make every item of a dict one that may be missing."""
    from .heap import key_value

    target.keys = join(target.keys, joined(key_value(key) for key in target.fields))
    target.rest, target.fields = target.everything(), {}
