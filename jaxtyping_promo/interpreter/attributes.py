"""Attributes: reading ``x.name`` by the kind of ``x``, and storing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .builtin_bases import base_method, inherited_attribute
from .classes import ClassInfo, class_of, metaclass_of
from .heap import maybe_lacking
from .module_dependencies import note_import
from .values import (
    ANY_STR,
    BOTTOM,
    NONE,
    TRUE,
    Array,
    BoundMethod,
    Class,
    Descriptor,
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
    Slice,
    Super,
    Text,
    Transformed,
    TreeDef,
    Tuple,
    Unknown,
    Value,
    each,
    join,
    joined,
    of_constant,
    only,
)

if TYPE_CHECKING:
    from .run import Run

FUNCTION_TEXTS = frozenset(("__name__", "__qualname__", "__doc__", "__module__"))


def get_attribute(run: Run, owner: Value, name: str) -> Value:
    """``owner.name``."""
    if len(owner) == 1:
        return _get(run, owner[0], name)
    if any(isinstance(item, Object) for item in owner):
        return run.branch(*(lambda item=item: _get(run, item, name) for item in owner))
    return joined(_get(run, item, name) for item in owner)


def _get(run: Run, item: Any, name: str) -> Value:
    match item:
        case Unknown():
            return (item,)
        case Array() | NumPyArray():
            from .libraries.array_attributes import array_attribute

            return array_attribute(run, item, name)
        case Module(name=module):
            from .imports import module_attribute

            value = module_attribute(run, module, name)
            if value is not None:
                note_import(run, f"{module}.{name}", module, name, value)
            return run.unknown(f"{module} has no name {name!r} that is known") if value is None else value
        case External(name=full):
            from .libraries.names import external_attribute
            from .replaced_attributes import replaced_attribute

            return replaced_attribute(run, (full,), name) or external_attribute(run, full, name)
        case Object():
            return _object_attribute(run, item, name)
        case Tuple():
            return _tuple_attribute(run, item, name)
        case Class():
            return _class_attribute(run, item, name)
        case Super():
            return _super_attribute(run, item, name)
        case Function() | Transformed() | Partial() | BoundMethod():
            return _function_attribute(run, item, name)
        case Dtype():
            from .libraries.dtype_values import dtype_attribute

            return dtype_attribute(run, item, name)
        case Opaque():
            return (Opaque(f"{item.name}.{name}"),)
        case Method():
            from .libraries.array_attributes import method_attribute

            return method_attribute(run, item, name)
        case Descriptor(kind="property") if name in ("setter", "getter", "deleter"):
            return (Method(f"property.{name}", item),)
        case Singleton():
            return BOTTOM
        case Slice():
            return {"start": item.start, "stop": item.stop, "step": item.step}.get(name, BOTTOM)
        case Number():
            if name == "real" and item.kind != "complex":
                return (item,)
            return (Method(name, item),)
        case TreeDef() if name in ("num_leaves", "num_nodes"):
            from .libraries.tree_functions import size_of_structure

            return size_of_structure(item, name)
        case Text() | Items() | Range() | TreeDef():
            return (Method(name, item),)
    return run.unknown(f"the attribute {name!r} of a {type(item).__name__}")


def _object_attribute(run: Run, item: Object, name: str) -> Value:
    found = run.live.get(item.site)
    if found is None:
        return run.unknown("an object of another path")
    if found.kind != "instance":
        return (Method(name, item),)
    info = class_of(run, item)
    if info is not None:
        if info.has_getattribute and not is_running(run, "__getattribute__"):
            reader = info.find(run, "__getattribute__") or BOTTOM
            return run.call(bind_method(run, reader, item), [of_constant(name)], label=("getattribute", name))
        descriptor = info.find(run, name)
        if descriptor is not None and any(_is_data(run, one) for one in descriptor):
            return bind_method(run, descriptor, item)
    if found.escape is not None:
        method = None if info is None else info.find(run, name)
        return bind_method(run, method, item) if method and _is_method(method) else (found.escape,)
    value = found.fields.get(name)
    if value is not None:
        inherited = info.find(run, name) if info is not None and maybe_lacking(name) in found.fields else None
        return value if inherited is None else join(value, bind_method(run, inherited, item))
    if name == "__class__" and info is not None:
        return (Class(info.site),)
    if name == "__dict__":
        from .libraries.attribute_dicts import attribute_dict

        return attribute_dict(item)
    if info is None:
        return found.rest or run.unknown(f"the attribute {name!r} of an unknown class")
    method = info.find(run, name)
    if method is not None and info.kind == "dataclass" and _is_field_marker(method):
        method = None if info.is_of_attrs else _default_of_field(method)
    if method is not None:
        return bind_method(run, method, item)
    from .libraries.instance_attributes import library_attribute
    from .replaced_attributes import replaced_attribute

    replaced = replaced_attribute(run, info.mro, name)
    value = replaced or library_attribute(run, info, item, name) or inherited_attribute(run, item, name)
    if value is not None:
        return value
    getter = info.find(run, "__getattr__")
    if getter is not None:
        return run.call(bind_method(run, getter, item), [of_constant(name)], label=("getattr", name))
    if found.rest:
        return found.rest
    if info.is_open or any(isinstance(base, str) and base not in EMPTY_BASES for base in info.mro):
        return run.unknown(f"the attribute {name!r} of {info.name}, which has a base class that is not known")
    return BOTTOM


def is_running(run: Run, name: str) -> bool:
    """Whether the function that runs has this name, so that its own accesses are plain ones."""
    return bool(run.stack) and run.stack[-1].definition.name == name


EMPTY_BASES = frozenset(
    ("builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC", "typing.NamedTuple", "enum.Enum",
     "typing_extensions.Protocol", "equinox.Module")
)  # fmt: skip


def _is_field_marker(value: Value) -> bool:
    return len(value) == 1 and isinstance(value[0], Transformed) and value[0].kind == "field"


def _default_of_field(value: Value) -> Value | None:
    """What a dataclass has in place of ``field(...)`` as its class attribute; None if the field has no default."""
    item = only(value, Transformed)
    return None if item is None else dict(item.options).get("default")


def _is_data(run: Run, one: Any) -> bool:
    """Whether a class attribute takes precedence over an instance's: a property, or a descriptor with ``__set__``."""
    if isinstance(one, Object):
        return property_getter(run, one) is not None
    return isinstance(one, Descriptor) and one.kind == "property"


def property_getter(run: Run, item: Object) -> Value | None:
    """The function behind an instance of a class that inherits from ``property``; None for other objects."""
    info = class_of(run, item)
    if info is None or not info.inherits("builtins.property"):
        return None
    return run.object(item).get("fget") or run.unknown("the function of a property")


def _is_method(value: Value) -> bool:
    return all(isinstance(one, (Function, Descriptor, Transformed, Partial)) for one in value)


def bind_method(run: Run, value: Value, receiver: Any) -> Value:
    """A class attribute as it is read through an instance: functions are bound, properties are called."""

    def one(item: Any) -> Value:
        if isinstance(item, (Function, Transformed)) and not (isinstance(item, Transformed) and item.kind == "field"):
            return (BoundMethod(item, receiver),)
        if isinstance(item, Descriptor):
            if item.kind in ("property", "cached_property"):
                result = run.call(item.function, [(receiver,)], label=("property", id(run.node)))
                function = only(item.function, Function)
                is_kept = item.kind == "cached_property" and function is not None and isinstance(receiver, Object)
                if is_kept and run.heap is not None and not run.object(receiver).is_summary:
                    run.write(receiver.site, function.definition.name, result)
                return result
            if item.kind == "classmethod":
                info = class_of(run, receiver)
                owner: Any = Class(info.site) if info is not None else receiver
                return each(item.function, lambda function: (BoundMethod(function, owner),))
            return item.function
        if isinstance(item, Object):
            from .classes import find_method

            getter = property_getter(run, item)
            if getter is not None:
                return run.call(getter, [(receiver,)], label=("property", id(run.node)))
            if find_method(run, item, "__get__") is not None:
                info = class_of(run, receiver)
                owner_value: Value = (Class(info.site),) if info is not None else NONE
                getter = get_attribute(run, (item,), "__get__")
                return run.call(getter, [(receiver,), owner_value], label="get")
        return (item,)

    return each(value, one)


def bound_to_class(run: Run, value: Value, cls: Class) -> Value:
    """A class attribute as it is read through the class itself."""

    def one(item: Any) -> Value:
        if isinstance(item, Descriptor):
            if item.kind == "classmethod":
                return each(item.function, lambda function: (BoundMethod(function, cls),))
            if item.kind == "staticmethod":
                return item.function
        return (item,)

    return each(value, one)


def _class_attribute(run: Run, item: Class, name: str) -> Value:
    info = run.classes[item.site]
    value = info.find(run, name)
    if value is not None:
        return bound_to_class(run, value, item)
    if name in FUNCTION_TEXTS:
        return of_constant(info.name) if name in ("__name__", "__qualname__") else ANY_STR
    if info.kind == "namedtuple":
        if name == "__new__":
            return (Method("__new__", item),)
        if name == "_fields":
            return (Tuple(tuple(of_constant(field) for field in info.fields(run))),)
        if name in ("_make", "_field_defaults"):
            return (Method(name, item),)
    if info.kind == "dataclass" and name == "__dataclass_fields__":
        return run.unknown("__dataclass_fields__")
    if name == "__members__" and info.is_enum:
        return run.unknown("__members__ of an enum")
    if name == "__dict__":
        found = run.live[item.site]
        own: dict[Any, Value] = {key: value for key, value in found.fields.items() if isinstance(key, str)}
        return run.allocate("dict", own, found.rest, label=("__dict__", item.site))
    if name in ("__annotations__", "__mro__", "__bases__", "__subclasses__", "__parameters__", "__args__",
                "__orig_bases__", "__origin__", "__signature__"):  # fmt: skip
        return run.unknown(f"{name} of a class")
    if name == "__init__":
        return (External("builtins.object.__init__"),)
    metaclass = metaclass_of(run, info)
    method = None if metaclass is None else metaclass.find(run, name)
    if method is not None:
        return bind_method(run, method, item)
    from .libraries.instance_attributes import library_class_attribute
    from .replaced_attributes import replaced_attribute

    known = replaced_attribute(run, info.mro, name) or library_class_attribute(run, info, item, name)
    if known is not None:
        return known
    if info.is_open or any(isinstance(base, str) and base not in EMPTY_BASES for base in info.mro):
        return run.unknown(f"the attribute {name!r} of {info.name}, which has a base class that is not known")
    return BOTTOM


def _super_attribute(run: Run, item: Super, name: str) -> Value:
    receiver = item.receiver
    info = run.classes[receiver.site] if isinstance(receiver, Class) else class_of(run, receiver)
    if info is None:
        return run.unknown("super() of an unknown object")
    if isinstance(receiver, Class) and item.cls not in info.mro:
        return _super_of_metaclass(run, item, info, name)
    order = info.mro
    start = order.index(item.cls) + 1 if item.cls in order else 1
    for each_class in order[start:]:
        if isinstance(each_class, str):
            from .libraries.instance_attributes import library_super
            from .replaced_attributes import replaced_attribute

            known = (
                replaced_attribute(run, (each_class,), name)
                or library_super(run, each_class, info, receiver, name)
                or base_method(run, each_class, info, receiver, name)
            )
            if known is not None:
                return known
            continue
        value = run.live[each_class].fields.get(name)
        if value is not None:
            if isinstance(receiver, Class):
                return bound_to_class(run, value, receiver) if name != "__new__" else value
            return bind_method(run, value, receiver)
        owner = run.classes[each_class]
        if name == "__init__" and owner.kind == "dataclass":
            return (Method("dataclass.__init__", receiver, (Class(each_class),)),)
    if name in ("__init__", "__init_subclass__", "__new__", "__post_init__", "__enter__", "__exit__"):
        return (External(f"builtins.object.{name}"),)
    if name in ("__getattribute__", "__setattr__"):
        return (Partial((External(f"builtins.object.{name}"),), ((receiver,),), ()),)
    return run.unknown(f"super().{name}")


def _super_of_metaclass(run: Run, item: Super, info: ClassInfo, name: str) -> Value:
    """``super().name`` in a method of a metaclass."""
    metaclass = metaclass_of(run, info)
    if metaclass is None or item.cls not in metaclass.mro:
        return run.unknown("super() of an unknown class")
    for each_class in metaclass.mro[metaclass.mro.index(item.cls) + 1 :]:
        if isinstance(each_class, str):
            return (BoundMethod(External(f"builtins.type.{name}"), item.receiver),)
        value = run.live[each_class].fields.get(name)
        if value is not None:
            return bind_method(run, value, item.receiver)
    return (BoundMethod(External(f"builtins.type.{name}"), item.receiver),)


def _tuple_attribute(run: Run, item: Tuple, name: str) -> Value:
    if item.cls is None:
        return (Method(name, item),)
    info = run.classes[item.cls]
    names = list(info.fields(run))
    if name in names:
        position = names.index(name)
        return item.items[position] if position < len(item.items) else BOTTOM
    if name == "_fields":
        return (Tuple(tuple(of_constant(field) for field in names)),)
    if name == "__class__":
        return (Class(info.site),)
    method = info.find(run, name)
    if method is not None:
        return bind_method(run, method, item)
    return (Method(name, item),)


def _function_attribute(run: Run, item: Any, name: str) -> Value:
    if name in FUNCTION_TEXTS:
        return of_constant(item.definition.name) if isinstance(item, Function) and name == "__name__" else ANY_STR
    stored = run.live.get(("attributes", item))
    if stored is not None and name in stored.fields:
        return stored.fields[name]
    if isinstance(item, Partial):
        if name == "func":
            return item.function
        if name == "args":
            return (Tuple(item.arguments),)
        if name == "keywords":
            return run.allocate("dict", dict(item.keywords), label="keywords")
    if isinstance(item, Transformed) and item.kind == "plain" and item.option(name):
        return item.option(name)
    if isinstance(item, Transformed) and item.kind == "field":
        from .libraries.attrs_classes import decorator_of_field

        found = decorator_of_field(run, item, name)
        if found is not None:
            return found
    if isinstance(item, BoundMethod):
        if name == "__self__":
            return (item.receiver,)
        if name == "__func__":
            return (item.function,)
    if name == "__wrapped__":
        return item.function if isinstance(item, Transformed) else (item,)
    if name in ("__dict__", "__annotations__", "__code__", "__closure__", "__defaults__", "__globals__"):
        return run.unknown(f"{name} of a function")
    if name == "__isabstractmethod__" and isinstance(item, Function):
        return TRUE if item.definition.is_abstract else BOTTOM
    return (Method(name, item),)
