"""Instances: what calling a class of the program makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .builtin_bases import begin_contents, fill_contents
from .call import Call
from .classes import ClassInfo, metaclass_of
from .libraries.registry import model
from .origins import accident
from .run import Run
from .shape_findings import check_fields
from .values import (
    BOTTOM,
    NONE,
    TRUE,
    Class,
    Descriptor,
    Dtype,
    Object,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    is_unknown,
    join,
    only,
)


def instantiate(run: Run, item: Class, call: Call) -> Value:
    """``Class(...)``."""
    info = run.classes[item.site]
    if info.kind == "namedtuple":
        return make_tuple(run, info, call)
    if info.kind == "enum":
        return _member_of_value(run, info, call)
    if info.kind == "typeddict":
        return run.allocate("dict", dict(call.keywords), call.double_star, label=("typeddict", call.label))
    metaclass = metaclass_of(run, info)
    method = None if metaclass is None else metaclass.find(run, "__call__")
    if method is not None:
        return run.call(method, [(item,), *call.arguments], call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=("metaclass", call.label))  # fmt: skip
    return new_instance(run, info, call)


@model("builtins.type.__call__")
def _call_of_type(run: Run, call: Call) -> Value:
    """``super().__call__(...)`` in a metaclass: it makes the instance."""
    item = only(call.arguments[0], Class) if call.arguments else None
    if item is None:
        return run.unknown("an instance of an unknown class")
    return new_instance(run, run.classes[item.site], call.with_arguments(call.arguments[1:]))


@model("builtins.type.__init__")
def _init_of_type(run: Run, call: Call) -> Value:
    return NONE


def new_instance(run: Run, info: ClassInfo, call: Call) -> Value:
    """An instance, after ``__new__`` and ``__init__``."""
    new = info.find(run, "__new__")
    if new is not None:
        function = each(new, lambda one: one.function if isinstance(one, Descriptor) else (one,))
        made = run.call(function, [(Class(info.site),), *call.arguments], call.keywords, node=call.node, label="new")
        if not any(isinstance(one, Object) and run.object(one).cls == info.site for one in made):
            return made
        instance = made
    else:
        instance = run.allocate("instance", {}, cls=info.site, label=(info.site, call.label, id(call.node)))
        begin_contents(run, info, instance, call)
    initialize(run, info, instance, call)
    made = only(instance, Object)
    if info.inherits(CONVERTING_BASE) and made is not None and run.heap is not None:
        _convert_fields(run, info, made, call)
        _run_hook(run, info, made, "__check_init__", call)
    if run.policy is not None and run.heap is not None and made is not None:
        run.policy.on_state(run, info.name, run.object(made).fields.items())
    return instance if run.heap is not None else BOTTOM


CONVERTING_BASE = "equinox.Module"
"""The base class whose metaclass converts fields behind the constructor, also behind one of the class itself."""


def _convert_fields(run: Run, info: ClassInfo, target: Object, call: Call) -> None:
    """Replace the fields that have a converter by its results (``equinox._module``, version 0.13)."""
    for name in info.fields(run):
        converter = (field_settings(info.find(run, name)) or {}).get("converter")
        value = run.object(target).get(name) if converter and run.heap is not None else None
        if converter and value:
            run.write(target.site, name, run.call(converter, [value], node=call.node, label=("converter", name)))


def initialize(run: Run, info: ClassInfo, instance: Value, call: Call) -> None:
    """Run ``__init__``, or set the fields of a dataclass."""
    init = info.find(run, "__init__")
    target = only(instance, Object)
    if target is None:
        run.escape(instance, "one of several objects is initialized")
        return
    owner = next((site for site in info.mro if not isinstance(site, str) and "__init__" in run.live[site].fields), None)
    made_by = next((s for s in info.mro if not isinstance(s, str) and _makes_init(run, run.classes[s])), None)
    if owner is not None and info.inherits(CONVERTING_BASE):
        made_by = None  # its metaclass writes a constructor only if no base class has one
    if init is not None and (made_by is None or owner is None or info.mro.index(owner) <= info.mro.index(made_by)):
        from .attributes import bind_method

        run.call(bind_method(run, init, target), call.arguments, call.keywords, node=call.node, star=call.star,
                 double_star=call.double_star, label=("init", call.label))  # fmt: skip
        return
    if made_by is not None:
        set_fields(run, info, target, call)
        return
    if fill_contents(run, info, target, call):
        return
    from .libraries.instance_attributes import library_constructed

    library_constructed(run, info, target)
    if info.is_open or any(isinstance(each_base, str) and each_base not in PLAIN_BASES for each_base in info.mro):
        _initialize_from_library(run, info, target, call)


PLAIN_BASES = frozenset(
    ("builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC", "typing_extensions.Protocol",
     "flax.nnx.Module", "flax.nnx.Object", "flax.nnx.Pytree", "haiku.Module")
)  # fmt: skip
"""Library classes whose constructors set no attribute that is read later."""


def _initialize_from_library(run: Run, info: ClassInfo, target: Object, call: Call) -> None:
    """A constructor of a library's class: exceptions and containers keep their arguments."""
    found = run.writable(target.site)
    if any(isinstance(base, str) and base.endswith(("Error", "Exception", "Warning")) for base in info.mro):
        found.fields["args"] = (Tuple(tuple(call.arguments)),)
        return
    for value in call.everything():
        run.escape(value, f"the constructor of {info.name}'s base class is not known")
    found.rest = run.unknown(f"an attribute of {info.name}, whose base class is not known")


def _makes_init(run: Run, info: ClassInfo) -> bool:
    """Whether a decorator or a base class writes the constructor of a class from its fields."""
    return info.has_own_fields and constant_of(info.options.get("init", TRUE)) is not False


def set_fields(run: Run, info: ClassInfo, target: Object, call: Call) -> None:
    """The constructor of a dataclass. It passes the values of ``InitVar`` to ``__post_init__`` alone."""
    fields = info.constructor_fields(run)
    positional: list[str] = []
    by_name: list[str] = []
    settings: dict[str, dict[str, Value] | None] = {}
    for name, owner in fields.items():
        settings[name] = field_settings(info.find(run, name))
        setting = settings[name] or {}
        if constant_of(setting.get("init", TRUE)) is False:
            continue
        (by_name if _is_keyword_only(info, owner, name, setting) else positional).append(name)
    for library in ("flax.linen.Module",):
        if info.inherits(library):
            by_name += ["parent", "name"]
            settings.setdefault("parent", {})
            settings.setdefault("name", {"default": NONE})
    by_parameter = {parameter_of_field(info, name, setting): name for name, setting in settings.items()}
    given = dict(zip(positional, call.arguments, strict=False)) | {
        by_parameter[name]: value for name, value in call.keywords.items() if name in by_parameter
    }
    as_given = {name: value for name, value in given.items() if not (settings[name] or {}).get("converter")}
    check_fields(run, info, call, as_given, is_one_scope=True)
    _run_hook(run, info, target, "__attrs_pre_init__", call)
    for_hook: list[Value] = []
    for name in (*fields, *(name for name in by_name if name not in fields)):
        own_setting = settings[name]
        value = given.get(name, BOTTOM)
        if not value and call.star and name in positional:
            value = call.star
        if not value and call.double_star:
            value = call.double_star
        if not value:
            value = _default(run, info, name, own_setting)
        converter = (own_setting or {}).get("converter")
        if value and converter and not info.inherits(CONVERTING_BASE):
            value = run.call(converter, [value], node=call.node, label=("converter", name))
        if name in fields and name in fields[name].init_only:
            for_hook.append(value or run.unknown(f"the argument {name!r} is not passed"))
        elif value:
            run.write(target.site, name, value)
    hook = "__attrs_post_init__" if info.is_of_attrs else "__post_init__"
    has_hook = _run_hook(run, info, target, hook, call, for_hook)
    if not has_hook and run.heap is not None:
        from .libraries.instance_attributes import library_constructed

        library_constructed(run, info, target)


def _is_keyword_only(info: ClassInfo, owner: ClassInfo, name: str, setting: dict[str, Value]) -> bool:
    """Whether the constructor takes a field as keyword alone; the class that annotates the field says so."""
    own = constant_of(setting.get("kw_only", BOTTOM))
    if isinstance(own, bool):
        return own
    options = (info if info.is_of_attrs else owner).options
    return name in owner.keyword_only or constant_of(options.get("kw_only", BOTTOM)) is True


def _run_hook(
    run: Run, info: ClassInfo, target: Object, name: str, call: Call, arguments: Sequence[Value] = ()
) -> bool:
    """Call a method of the new object that a generated constructor calls. Returns: Whether the class has it."""
    method = info.find(run, name)
    if method is not None and run.heap is not None:
        from .attributes import bind_method

        run.call(bind_method(run, method, target), [*arguments], node=call.node, label=(name, call.label))
    return method is not None


def parameter_of_field(info: ClassInfo, name: str, setting: dict[str, Value] | None) -> str:
    """The constructor's parameter for a field; attrs leaves out the leading underscores."""
    alias = constant_of((setting or {}).get("alias", BOTTOM))
    if isinstance(alias, str):
        return alias
    return name.lstrip("_") if info.is_of_attrs else name


def field_settings(value: Value | None) -> dict[str, Value] | None:
    """The arguments of ``field(...)`` if a field's default is such a call; None for a plain default."""
    item = only(value or BOTTOM, Transformed)
    return dict(item.options) if item is not None and item.kind == "field" else None


def _default(run: Run, info: ClassInfo, name: str, setting: dict[str, Value] | None) -> Value:
    if setting is None:
        return _of_layer(run, info, name, info.find(run, name) or BOTTOM)
    if setting.get("default"):
        from .libraries.attrs_classes import made_by_factory

        made = made_by_factory(run, setting["default"])
        return _of_layer(run, info, name, setting["default"]) if made is None else made
    factory = setting.get("default_factory") or setting.get("factory")
    if factory:
        return run.call(factory, [], label=("factory", name))
    return BOTTOM


LAYER_PACKAGES = ("flax.", "haiku.")
"""The packages whose layers have dtypes by default, which nobody chose."""


def _of_layer(run: Run, info: ClassInfo, name: str, default: Value) -> Value:
    """The default of a field. A dtype that a layer of a library has by default is an accident."""
    item = only(default, Dtype)
    if item is None or item.origins is not None or not info.module.startswith(LAYER_PACKAGES):
        return default
    return (replace(item, origins=accident(run.place, f"the default of {name}")),)


def make_tuple(run: Run, info: ClassInfo, call: Call) -> Value:
    """An instance of a named tuple; unknown arguments make the field unknown."""
    new = info.find(run, "__new__")
    if new is not None and info.node is not None and call.label != "namedtuple new":
        return run.call(
            new, [(Class(info.site),), *call.arguments], call.keywords, node=call.node, label="namedtuple new"
        )
    names = list(info.fields(run))
    values: list[Value] = []
    for position, name in enumerate(names):
        value = call.get(position, name)
        if not value:
            value = info.find(run, name) or BOTTOM
        if not value:
            return BOTTOM
        values.append(value)
    if len(call.arguments) > len(names) or call.keywords.keys() - set(names):
        return BOTTOM
    if run.policy is not None:
        run.policy.on_state(run, info.name, zip(names, values, strict=True))
    if info.node is not None:
        check_fields(run, info, call, dict(zip(names, values, strict=True)), is_one_scope=False)
    return (Tuple(tuple(values), info.site),)


def _member_of_value(run: Run, info: ClassInfo, call: Call) -> Value:
    """``Color("red")``: the member with a value."""
    wanted = call.get(0, "value")
    members = info.enum_members(run)
    for member in members:
        value = run.object(member[0]).fields.get("value", BOTTOM)
        if value == wanted and not is_unknown(wanted):
            return member
    result: Value = BOTTOM
    for member in members:
        result = join(result, member)
    return result or run.unknown(f"a member of {info.name}")


def replaced_instance(run: Run, item: Object, info: ClassInfo, changes: dict[str, Value], call: Call) -> Value:
    """A new instance with some fields replaced, as ``dataclasses.replace`` makes it: by the constructor.

    Args:
        run: the run.
        item: the old instance.
        info: its class.
        changes: the new values by the names of the constructor's parameters.
        call: the call that replaces the fields.
    """
    fields = info.constructor_fields(run)
    settings = {name: field_settings(info.find(run, name)) or {} for name in fields}
    by_parameter = {parameter_of_field(info, name, setting): name for name, setting in settings.items()}
    label = ("replace", id(call.node))
    init_only = {name for name, owner in fields.items() if name in owner.init_only}
    if not init_only and not _has_own_construction(run, info, settings):
        return copy_instance(run, item, {by_parameter.get(key, key): changes[key] for key in changes}, label)
    from .attributes import get_attribute

    given = dict(changes)
    for parameter, name in by_parameter.items():
        has_no_value = name in init_only and info.find(run, name) is None
        if parameter not in given and not has_no_value and constant_of(settings[name].get("init", TRUE)) is not False:
            given[parameter] = get_attribute(run, (item,), name)
    return run.call((Class(info.site),), [], {key: value for key, value in given.items() if value}, node=call.node,
                    double_star=call.double_star, label=label)  # fmt: skip


def _has_own_construction(run: Run, info: ClassInfo, settings: dict[str, dict[str, Value]]) -> bool:
    """Whether the constructor does more than to store its arguments in the fields."""
    methods = ("__new__", "__init__", "__post_init__", "__attrs_pre_init__", "__attrs_post_init__")
    return any(info.find(run, method) is not None for method in methods) or any(
        setting.get("converter") or constant_of(setting.get("init", TRUE)) is False for setting in settings.values()
    )


def copy_instance(run: Run, item: Object, changes: dict[str, Value], label: Any = "copy") -> Value:
    """A new instance of the same class with some attributes replaced."""
    found = run.object(item)
    made = run.allocate("instance", {**found.fields, **changes}, found.rest, cls=found.cls, label=(item.site, label))
    if found.escape is not None:
        run.live.mark_escaped(made[0].site, found.escape)
    return made
