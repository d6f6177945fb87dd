"""Calls of methods of values that are no instances of the program's classes."""

from __future__ import annotations

from typing import Any

from ..builtin_bases import METHOD, call_base_method, contents
from ..call import Call
from ..run import Run
from ..values import (
    ABSENT,
    ANY_BOOL,
    ANY_FLOAT,
    ANY_INT,
    BOTTOM,
    NONE,
    Array,
    BoundMethod,
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
    Partial,
    Range,
    Text,
    Transformed,
    TreeDef,
    Tuple,
    Value,
    each,
    of_constant,
    unknown,
)


def call_method(run: Run, item: Method, call: Call) -> Value:
    """Call a method by the kind of its receiver."""
    receiver = item.receiver
    name = item.name
    if name.startswith("library."):
        from .instance_attributes import call_library_method

        return call_library_method(run, name.removeprefix("library."), receiver, item.extra, call)
    if name.startswith("__dict__."):
        from .attribute_dicts import call_dict_method

        return call_dict_method(run, item, call)
    if name.startswith(METHOD):
        return call_base_method(run, item, call)
    if isinstance(receiver, (Tuple, Items, Range, Text, Number)) or is_container(run, receiver):
        special = special_method(run, name, (receiver,), call)
        if special is not None:
            return special
    match receiver:
        case Array():
            from .array_methods import call_array_method
            from .custom_derivatives import followed

            result = call_array_method(run, item, call)
            return followed(run, name, call, ((receiver,),), result)
        case NumPyArray():
            from .numpy_functions import call_numpy_method

            return call_numpy_method(run, name, receiver, call)
        case Object():
            if name == "dataclass.__init__":
                from ..instances import set_fields

                set_fields(run, run.classes[item.extra[0].site], receiver, call)
                return NONE
            from .containers import container_method

            if run.live.get(receiver.site) is None:
                return run.unknown("an object of another path")
            return container_method(run, name, receiver, call)
        case Tuple():
            from .containers import tuple_method

            return tuple_method(run, name, receiver, call)
        case Text():
            from .text_methods import text_method

            return text_method(run, name, receiver, call)
        case Number():
            return _number_method(name, receiver, call)
        case Class():
            return _class_method(run, name, receiver, call)
        case Descriptor():
            return _property_part(name, receiver, call)
        case Function() | Transformed() | Partial() | BoundMethod():
            from .transformations import function_method

            return function_method(run, name, receiver, call)
        case TreeDef():
            from .tree_functions import treedef_method

            return treedef_method(run, name, receiver, call)
        case Dtype():
            return run.unknown(f"the method {name} of a dtype")
        case Items() | Range():
            for value in call.everything():
                run.escape(value, "it is sent to a generator")
            if name in ("send", "__next__"):
                return receiver.item if isinstance(receiver, Items) else ANY_INT
            return NONE if name in ("close", "throw") else run.unknown(f"the method {name} of an iterator")
    for value in call.everything():
        run.escape(value, f"an unknown method {name} is called with it")
    return run.unknown(f"the method {name} of a {type(receiver).__name__}")


def is_container(run: Run, item: Any) -> bool:
    """Whether a value is a list, dict or set."""
    found = run.live.get(item.site) if isinstance(item, Object) else None
    return found is not None and found.kind in ("list", "dict", "set")


def special_method(run: Run, name: str, receiver: Value, call: Call) -> Value | None:
    """``xs.__getitem__(0)``: what the syntax ``xs[0]`` does; None for names without syntax of their own."""
    from ..operators import PYTHON, binary
    from ..subscripts import delete_item, get_item, set_item

    if not (name.startswith("__") and name.endswith("__")) or not call.is_exact:
        return None
    match name, call.arguments:
        case "__getitem__", [key]:
            return get_item(run, receiver, key, call.node)
        case "__setitem__", [key, value]:
            set_item(run, receiver, key, value, call.node)
            return NONE
        case "__delitem__", [key]:
            delete_item(run, receiver, key, call.node)
            return NONE
        case "__contains__", [_]:
            return ANY_BOOL
        case (("__len__" | "__iter__"), []):
            return run.call((External(f"builtins.{name.strip('_')}"),), [receiver], node=call.node)
        case _, [other] if name.strip("_") in PYTHON:
            plain = each(other, lambda item: contents(run, item) or (item,))
            return binary(run, name.strip("_"), receiver, plain, call.node)
    return None


def _number_method(name: str, item: Number, call: Call) -> Value:
    if item.constant is not ABSENT and not call.arguments and hasattr(item.constant, name):
        try:
            return of_constant(getattr(item.constant, name)())
        except Exception:
            return BOTTOM
    if not hasattr({"bool": bool, "int": int, "float": float, "complex": complex}[item.kind], name):
        return BOTTOM  # Python raises an AttributeError
    if name == "is_integer":
        return ANY_BOOL
    if name in ("bit_length", "bit_count", "__index__", "__int__", "__round__", "__hash__"):
        return ANY_INT
    return ANY_FLOAT if name == "__float__" else unknown(f"the method {name} of a number")


def _class_method(run: Run, name: str, item: Class, call: Call) -> Value:
    if name == "_make":
        from ..iteration import known_items

        items = known_items(run, call.get(0, "iterable"))
        if items is None:
            return run.unknown("a named tuple of unknown items")
        return run.call((item,), items, {}, label="make")
    if name == "__new__":
        from .registry import MODELS

        return MODELS["builtins.object.__new__"](run, call)
    return run.unknown(f"the method {name} of a class")


def _property_part(name: str, item: Descriptor, call: Call) -> Value:
    """``@x.setter``: the property with one more function."""
    function = call.get(0, "function")
    if name == "property.setter":
        return (Descriptor(item.kind, item.function, function),)
    if name == "property.getter":
        return (Descriptor(item.kind, function, item.setter),)
    return (item,)
