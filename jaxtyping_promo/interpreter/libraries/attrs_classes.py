"""Classes of attrs: their fields, the names of their constructors' parameters, and the functions on instances.

They are dataclasses (`class_statements.ATTRS_DECORATORS`) with these differences, by the documentation of attrs 25.4:

- a class of ``attr.s`` has the fields that its body assigns, with or without an annotation;
- the parameter of a field ``_chunks`` is ``chunks``, unless ``alias=`` names it;
- ``__attrs_pre_init__`` and ``__attrs_post_init__`` run before and after the fields are set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..call import Call
from ..classes import class_of
from ..instances import copy_instance, field_settings, parameter_of_field
from ..values import BOTTOM, NONE, External, Object, Partial, Transformed, Tuple, Value, each, only
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

FIELDS: Final = ("attr.ib", "attr.attrib", "attr.attr", "attr.field", "attrs.field")
"""The functions that make a field."""
COMPUTED: Final = "a default that a method computes"


@model(*FIELDS)
def _field(run: Run, call: Call) -> Value:
    options = dict(call.keywords)
    if call.arguments:
        options["default"] = call.arguments[0]
    return (Transformed("field", (External(call.name),), tuple(options.items())),)


def decorator_of_field(run: Run, field: Transformed, name: str) -> Value | None:
    """``x.default`` and ``x.validator`` in a class body, which decorate a method; None for another attribute."""
    if name == "default":
        body = run.writable(run.frame)
        for key, value in body.fields.items():
            if only(value, Transformed) is field:
                options = (*field.options, ("default", run.unknown(COMPUTED)))
                body.fields[key] = (Transformed("field", field.function, options),)
                break
    return (External("identity()"),) if name in ("default", "validator") else None


@model("attr.Factory", "attrs.Factory")
def _factory(run: Run, call: Call) -> Value:
    takes_self = "takes_self" in call.keywords or len(call.arguments) > 1
    return (
        run.unknown(COMPUTED)
        if takes_self
        else (Partial((External("attr.Factory()"),), (call.get(0, "factory"),), ()),)
    )


def made_by_factory(run: Run, default: Value) -> Value | None:
    """The default value if the default of a field is ``attr.Factory(function)``."""
    item = only(default, Partial)
    if item is None or only(item.function) != External("attr.Factory()"):
        return None
    return run.call(item.arguments[0], [], label="factory")


@model("attr.evolve", "attrs.evolve", "attr.assoc")
def _evolve(run: Run, call: Call) -> Value:
    def one(item: object) -> Value:
        info = class_of(run, item)
        if info is None or not isinstance(item, Object):
            return run.unknown("evolve of an unknown object")
        names = {
            parameter_of_field(info, name, field_settings(info.find(run, name))): name for name in info.fields(run)
        }
        changes = {names.get(key, key): value for key, value in call.keywords.items()}
        if any((field_settings(info.find(run, name)) or {}).get("converter") for name in changes):
            return run.unknown("evolve with a converter")
        return copy_instance(run, item, changes, ("evolve", id(call.node)))

    return each(call.get(0, "inst"), one)


@model("attr.asdict", "attrs.asdict", "attr.astuple", "attrs.astuple")
def _contents(run: Run, call: Call) -> Value:
    item = only(call.get(0, "inst"), Object)
    info = class_of(run, item)
    if item is None or info is None:
        return run.unknown("the fields of an unknown object")
    fields = {name: run.object(item).fields.get(name, BOTTOM) for name in info.fields(run)}
    if call.short_name == "astuple":
        return (Tuple(tuple(fields.values())),)
    return run.allocate("dict", dict(fields), label="asdict")


@model("attr.has", "attrs.has")
def _has(run: Run, call: Call) -> Value:
    return run.unknown("attrs.has")


@model("attr.converters.optional", "attrs.converters.optional")
def _optional(run: Run, call: Call) -> Value:
    return (Partial((External("attr.converters.optional()"),), (call.get(0, "converter"),), ()),)


@model("attr.converters.optional()")
def _converted(run: Run, call: Call) -> Value:
    converter, given = call.get(0, "converter"), call.get(1, "value")

    def one(item: object) -> Value:
        return NONE if (item,) == NONE else run.call(converter, [(item,)], label="converter")

    return each(given, one)
