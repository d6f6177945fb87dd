"""Classes of attrs: their fields, the names of their constructors' parameters, and the functions on instances.

They are dataclasses (`class_statements.ATTRS_DECORATORS`) with these differences, by the documentation of attrs 25.4:

- a class of ``attr.s`` has the fields that its body assigns, with or without an annotation;
- the parameter of a field ``_chunks`` is ``chunks``, unless ``alias=`` names it;
- ``__attrs_pre_init__`` and ``__attrs_post_init__`` run before and after the fields are set;
- ``x.name = value`` runs the converter of the field if the class is made by ``define``, or by its ``on_setattr=``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..call import Call
from ..classes import ClassInfo, class_of
from ..instances import copy_instance, field_settings, replaced_instance
from ..iteration import known_items
from ..values import BOTTOM, NONE, External, Object, Partial, Transformed, Tuple, Value, each, only
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

FIELDS: Final = ("attr.ib", "attr.attrib", "attr.attr", "attr.field", "attrs.field")
"""The functions that make a field."""
COMPUTED: Final = "a default that a method computes"
ON_SETATTR: Final = "on_setattr"
"""The option of classes and fields with the functions that attrs calls before it stores an attribute."""


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
        if call.short_name == "assoc":  # it sets the fields of a copy
            return copy_instance(run, item, call.keywords, ("assoc", id(call.node)))
        return replaced_instance(run, item, info, call.keywords, call)

    return each(call.get(0, "inst"), one)


def stored_field_of_attrs(run: Run, info: ClassInfo, item: Object, name: str, value: Value) -> Value:
    """What ``x.name = value`` stores in an instance of a class of attrs, after the hooks of ``on_setattr``."""
    if name not in info.fields(run):
        return value
    setting = field_settings(info.find(run, name)) or {}
    hook = setting.get("on_setattr", NONE)
    if hook == NONE:
        classes = (run.classes[each] for each in info.mro if not isinstance(each, str))
        hook = next((one.options[ON_SETATTR] for one in classes if ON_SETATTR in one.options), NONE)
    return _after_hook(run, hook, item, setting, value)


def _after_hook(run: Run, hook: Value, item: Object, setting: dict[str, Value], value: Value) -> Value:
    hooks = known_items(run, hook) if only(hook, (Tuple, Object)) else None
    if hooks is not None:
        for each_hook in hooks:
            value = _after_hook(run, each_hook, item, setting, value)
        return value
    external = only(hook, External)
    name = "None" if hook == NONE else "" if external is None else external.name.rpartition("setters.")[2]
    if name == "convert":
        converter = setting.get("converter", NONE)
        return value if converter == NONE else run.call(converter, [value], label="converter")
    if name in ("None", "NO_OP", "validate"):
        return value
    if name == "frozen":
        return BOTTOM
    return run.call(hook, [(item,), run.unknown("the attribute of a hook of attrs"), value], label="on_setattr")


@model("attr.setters.pipe", "attrs.setters.pipe")
def _pipe(run: Run, call: Call) -> Value:
    return (Tuple(tuple(call.arguments)),) if call.is_exact else run.unknown("a pipe of unknown hooks")


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
