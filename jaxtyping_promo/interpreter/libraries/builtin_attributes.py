"""Builtin functions and decorators for classes and attributes: ``isinstance``, ``getattr``, ``property``, ``super``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..attribute_stores import set_attribute
from ..attributes import EMPTY_BASES, get_attribute
from ..call import Call
from ..classes import class_of
from ..values import (
    ANY_BOOL,
    BOTTOM,
    NONE,
    Array,
    Class,
    Descriptor,
    External,
    Function,
    Number,
    Object,
    Super,
    Text,
    Tuple,
    Value,
    is_unknown,
    of_bool,
    only,
)
from .dtype_values import constant_text
from .instance_checks import is_callable, is_instance, type_of
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("builtins.isinstance")
def _isinstance(run: Run, call: Call) -> Value:
    return is_instance(run, call.get(0, "obj"), call.get(1, "cls"))


@model("builtins.issubclass")
def _issubclass(run: Run, call: Call) -> Value:
    from ..classes import is_subclass

    cls, other = only(call.get(0, "cls"), Class), call.get(1, "other")
    if cls is None or len(other) != 1:
        return ANY_BOOL
    return of_bool(is_subclass(run, run.classes[cls.site], other[0]))


@model("builtins.callable")
def _callable(run: Run, call: Call) -> Value:
    return is_callable(run, call.get(0, "obj"))


@model("builtins.type")
def _type(run: Run, call: Call) -> Value:
    if len(call.arguments) == 1:
        return type_of(run, call.arguments[0])
    return run.unknown("a class that type() makes")


@model("builtins.getattr")
def _getattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    owner = call.get(0, "obj")
    if name is None:
        return run.unknown("getattr with a name that is not known")
    default = call.get(2, "default")
    if default and not _has(run, owner, name):  # the attribute or ``__getattr__`` may raise an error
        return run.branch(lambda: get_attribute(run, owner, name) or default, lambda: default)
    return get_attribute(run, owner, name) or default


def _has(run: Run, owner: Value, name: str) -> bool | None:
    """Whether an attribute certainly exists."""
    outcomes = {_has_attribute(run, item, name) for item in owner}
    return outcomes.pop() if len(outcomes) == 1 else None


def _has_attribute(run: Run, item: Any, name: str) -> bool | None:
    if isinstance(item, Object):
        found, info = run.live.get(item.site), class_of(run, item)
        if found is None or found.escape is not None:
            return None
        if found.kind == "instance":
            if name in found.fields or (info is not None and info.find(run, name) is not None):
                return True
            if info is None or info.is_open or found.rest or info.find(run, "__getattr__") is not None:
                return None
            return None if any(isinstance(each_base, str) for each_base in info.mro[1:]) else False
        builtin = {"list": list, "dict": dict, "set": set}.get(found.kind)
        return None if builtin is None else hasattr(builtin, name)
    if isinstance(item, Array):
        return True if name in ARRAY_ATTRIBUTES else None
    if isinstance(item, Number):
        return hasattr({"bool": bool, "int": int, "float": float, "complex": complex}[item.kind], name)
    if isinstance(item, Text):
        return hasattr(str, name)
    if isinstance(item, Tuple):
        if item.cls is None:
            return hasattr(tuple, name)
        info = run.classes[item.cls]
        return (
            name in info.fields(run)
            or info.find(run, name) is not None
            or hasattr(tuple, name)
            or name in ("_replace", "_asdict", "_fields", "_make")
        )
    if isinstance(item, Class):
        info = run.classes[item.site]
        if info.find(run, name) is not None:
            return True
        is_special = name.startswith("__") or any(
            isinstance(base, str) and base not in EMPTY_BASES for base in info.mro
        )
        return None if info.is_open or is_special else False
    if isinstance(item, Function):
        if name == "__isabstractmethod__":
            return item.definition.is_abstract
        return hasattr(lambda: 0, name) or None
    if isinstance(item, External) and item.name in PLAIN_MODULES:
        return hasattr(import_module(item.name), name)
    return None


PLAIN_MODULES = frozenset(("inspect", "sys", "math", "functools", "itertools", "operator", "collections", "typing"))
"""Modules of the standard library that have the same names in every supported version of Python, nearly."""


ARRAY_ATTRIBUTES = frozenset(("shape", "dtype", "ndim", "size", "at", "astype", "T", "aval", "__array__", "sharding"))


@model("builtins.hasattr")
def _hasattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    return of_bool(None if name is None else _has(run, call.get(0, "obj"), name))


@model("builtins.setattr")
def _setattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    if name is None:
        for value in call.arguments:
            run.escape(value, "setattr with a name that is not known")
    else:
        set_attribute(run, call.get(0, "obj"), name, call.get(2, "value"))
    return NONE


@model("builtins.object.__getattribute__")
def _object_getattribute(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    if name is None:
        return run.unknown("__getattribute__ with a name that is not known")
    return get_attribute(run, call.get(0, "self"), name)


@model("builtins.object.__setattr__")
def _object_setattr(run: Run, call: Call) -> Value:
    name = constant_text(call.get(1, "name"))
    target = only(call.get(0, "self"), Object)
    if name is None or target is None:
        for value in call.arguments:
            run.escape(value, "setattr with a name that is not known")
    else:
        run.write(target.site, name, call.get(2, "value"))
    return NONE


@model("builtins.object.__new__")
def _object_new(run: Run, call: Call) -> Value:
    cls = only(call.get(0, "cls"), Class)
    if cls is None:
        return run.unknown("__new__ of an unknown class")
    info = run.classes[cls.site]
    if info.kind == "namedtuple":
        from ..instances import make_tuple

        inner = call.with_arguments(call.arguments[1:])
        inner.label = "namedtuple new"
        return make_tuple(run, info, inner)
    return run.allocate("instance", {}, cls=cls.site, label=("new", cls.site, id(call.node)))


@model("builtins.object")
def _object(run: Run, call: Call) -> Value:
    return run.allocate("instance", {}, label="object")


@model("builtins.property")
def _property(run: Run, call: Call) -> Value:
    return (Descriptor("property", call.get(0, "fget"), call.get(1, "fset")),)


@model("functools.cached_property")
def _cached_property(run: Run, call: Call) -> Value:
    return (Descriptor("cached_property", call.get(0, "func")),)


@model("builtins.staticmethod")
def _staticmethod(run: Run, call: Call) -> Value:
    return (Descriptor("staticmethod", call.get(0, "function")),)


@model("builtins.classmethod", "abc.abstractclassmethod")
def _classmethod(run: Run, call: Call) -> Value:
    return (Descriptor("classmethod", call.get(0, "function")),)


def super_object(run: Run, arguments: list[Value]) -> Value:
    """``super()``, or ``super(Class, self)``."""
    if len(arguments) == 2:
        cls, receiver = only(arguments[0], Class), arguments[1]
        if cls is None or len(receiver) != 1:
            return run.unknown("super() of an unknown class")
        return (Super(cls.site, receiver[0]),)
    site: Any = run.frame
    while site is not None:
        frame = run.live.get(site)
        if frame is None:
            break
        stored = frame.fields.get(("function",))
        function = stored[0] if stored else None
        if isinstance(function, Function) and function.cls is not None and function.definition.names:
            receiver = frame.fields.get(function.definition.names[0], BOTTOM)
            if len(receiver) == 1 and not is_unknown(receiver):
                return (Super(function.cls, receiver[0]),)
            return run.unknown("super() in a method with an unknown receiver")
        site = frame.cls
    return run.unknown("super() outside of a method")
