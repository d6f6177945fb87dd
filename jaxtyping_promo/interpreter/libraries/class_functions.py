"""Functions that make or describe classes: ``dataclasses``, ``collections.namedtuple``, ``enum``, ``typing``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..class_statements import DATACLASS_DECORATORS, make_dataclass
from ..classes import class_of, make_named_tuple
from ..instances import replaced_instance
from ..iteration import known_items
from ..values import (
    ANY_BOOL,
    BOTTOM,
    FALSE,
    NONE,
    TRUE,
    Class,
    External,
    Method,
    Object,
    Opaque,
    Partial,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("collections.namedtuple")
def _namedtuple(run: Run, call: Call) -> Value:
    name, fields = constant_of(call.get(0, "typename")), call.get(1, "field_names")
    text = constant_of(fields)
    items = known_items(run, fields) if not isinstance(text, str) else None
    names = text.replace(",", " ").split() if isinstance(text, str) else [constant_of(i) for i in items or []]
    if not isinstance(name, str) or not all(isinstance(each_name, str) for each_name in names):
        return run.unknown("a named tuple whose fields are not known")
    defaults = known_items(run, call.keywords["defaults"]) if "defaults" in call.keywords else []
    return make_named_tuple(run, name, names, defaults or [])


@model("typing.NamedTuple")
def _typing_namedtuple(run: Run, call: Call) -> Value:
    pairs = known_items(run, call.get(1, "fields"))
    name = constant_of(call.get(0, "typename"))
    if pairs is None or not isinstance(name, str):
        return run.unknown("a named tuple whose fields are not known")
    names = []
    for pair in pairs:
        items = known_items(run, pair)
        if not items:
            return run.unknown("a named tuple whose fields are not known")
        names.append(str(constant_of(items[0])))
    return make_named_tuple(run, name, names, [])


@model("dataclasses.field", "flax.struct.field", "equinox.field", "chex.field")
def _field(run: Run, call: Call) -> Value:
    options = dict(call.keywords)
    if call.name == "flax.struct.field" and call.arguments:
        options["pytree_node"] = call.arguments[0]
    return (Transformed("field", NONE, tuple(options.items())),)


@model("types.MappingProxyType")
def _mapping_proxy(run: Run, call: Call) -> Value:
    return call.get(0, "mapping")


@model("dataclasses.replace", "copy.replace")
def _replace(run: Run, call: Call) -> Value:
    def one(item: Any) -> Value:
        if isinstance(item, Tuple) and item.cls is not None:
            return run.call((Method("_replace", item),), [], call.keywords, node=call.node)
        info = class_of(run, item)
        if info is None or not isinstance(item, Object):
            return run.unknown("replace of an unknown object")
        return replaced_instance(run, item, info, call.keywords, call)

    return each(call.get(0, "obj"), one)


@model("dataclasses.asdict", "dataclasses.astuple")
def _asdict(run: Run, call: Call) -> Value:
    item = only(call.get(0, "obj"), Object)
    info = class_of(run, item)
    if item is None or info is None:
        return run.unknown("asdict of an unknown object")
    found = run.object(item)
    fields = {name: found.fields.get(name, BOTTOM) for name in info.fields(run)}
    if call.short_name == "astuple":
        return (Tuple(tuple(fields.values())),)
    return run.allocate("dict", dict(fields), label="asdict")


@model("dataclasses.fields")
def _fields(run: Run, call: Call) -> Value:
    item = call.get(0, "class_or_instance")
    info = run.classes[item[0].site] if only(item, Class) else class_of(run, item[0] if item else None)
    if info is None:
        return run.unknown("the fields of an unknown class")
    made = []
    for name in info.fields(run):
        fields = {"name": of_constant(name), "type": run.unknown("the type of a field"), "init": TRUE, "repr": TRUE}
        from ..instances import field_settings

        settings = field_settings(info.find(run, name)) or {}
        fields["metadata"] = settings.get("metadata", run.allocate("dict", label=("metadata", name)))
        for setting in ("default", "default_factory"):
            fields[setting] = settings.get(setting, run.unknown(f"the {setting} of a field"))
        made.append(run.allocate("instance", fields, label=("field", name)))
    return (Tuple(tuple(made)),)


@model("dataclasses.is_dataclass")
def _is_dataclass(run: Run, call: Call) -> Value:
    item = call.get(0, "obj")
    info = run.classes[item[0].site] if only(item, Class) else class_of(run, item[0] if item else None)
    return TRUE if info is not None and info.kind == "dataclass" else FALSE if info is not None else ANY_BOOL


@model("typing.get_origin", "typing.get_args", "typing.get_type_hints", "typing_extensions.get_origin",
       "typing_extensions.get_args", "typing_extensions.get_type_hints")  # fmt: skip
def _type_arguments(run: Run, call: Call) -> Value:
    return run.unknown("the type arguments of a class")


@model("enum.auto")
def _auto(run: Run, call: Call) -> Value:
    return (External("enum.auto()"),)


@model("typing.cast")
def _cast(run: Run, call: Call) -> Value:
    return call.get(1, "val")


@model("typing.TypeVar", "typing.ParamSpec", "typing.NewType", "typing.TypeVarTuple", "typing_extensions.TypeVar",
       "typing_extensions.ParamSpec")  # fmt: skip
def _type_variable(run: Run, call: Call) -> Value:
    return (External("identity()"),) if call.short_name == "NewType" else (Opaque(call.name),)


@model("types.SimpleNamespace")
def _namespace(run: Run, call: Call) -> Value:
    return run.allocate("instance", dict(call.keywords), call.double_star, label="namespace")


@model(*sorted(DATACLASS_DECORATORS - {"jax.tree_util.register_dataclass"}))
def _dataclass(run: Run, call: Call) -> Value:
    """A decorator that makes a dataclass, with or without arguments, or called as a function."""
    cls = only(call.arguments[0], Class) if call.arguments else None
    if cls is None:
        return (Partial((External(call.name),), (), tuple(call.keywords.items())),)
    make_dataclass(run, run.classes[cls.site], call.name, call.keywords)
    return (cls,)
