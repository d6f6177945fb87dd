"""Storing attributes: ``x.name = value`` by the kind of ``x``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .attributes import bind_method, get_attribute, is_running
from .classes import class_of, set_tuple_defaults
from .values import (
    Class,
    Descriptor,
    External,
    Function,
    Method,
    Module,
    Object,
    Partial,
    Transformed,
    Unknown,
    Value,
    of_constant,
)

if TYPE_CHECKING:
    from .run import Run


def set_attribute(run: Run, owner: Value, name: str, value: Value) -> None:
    """``owner.name = value``."""
    if run.heap is None:
        return
    weak = len(owner) > 1
    for item in owner:
        if run.heap is None:
            return
        match item:
            case Object():
                _set_on_object(run, item, name, value, weak=weak)
            case Class(site=site):
                run.write(site, name, value, weak=weak)
            case Module(name=module):
                site = run.modules.get(module, ())
                if site:
                    run.write(site, name, value, weak=weak)
            case Function() | Transformed() | Partial():
                from .heap import HeapObject

                key = ("attributes", item)
                if run.live.get(key) is None:
                    run.live.add(key, HeapObject("instance"))
                run.write(key, name, value, weak=weak)
            case Unknown():
                run.escape(value, "it is stored in an unknown object")
            case Method(name="__new__", receiver=Class()) if name == "__defaults__":
                set_tuple_defaults(run, item.receiver, value)
            case External():
                from .modes import set_mode

                if item.name in ("jax.config", "jax.config.jax"):
                    set_mode(run, of_constant(name), value)
                else:
                    from .replaced_attributes import replace_attribute

                    replace_attribute(run, item.name, name, value)
            case _:
                run.escape(value, f"it is stored in a {type(item).__name__}")


def _set_on_object(run: Run, item: Object, name: str, value: Value, *, weak: bool) -> None:
    from .slots import stored_field

    found = run.live.get(item.site)
    info = class_of(run, item)
    if found is None:
        return
    if info is not None:
        descriptor = info.find(run, name)
        for one in descriptor or ():
            if isinstance(one, Descriptor) and one.setter:
                run.call(one.setter, [(item,), value], label=("setter", name))
                return
            if isinstance(one, Object) and _has_set(run, one):
                run.call(get_attribute(run, (one,), "__set__"), [(item,), value], label=("setter", name))
                return
        custom = info.find(run, "__setattr__")
        if custom is not None and not is_running(run, "__setattr__"):
            run.call(bind_method(run, custom, item), [of_constant(name), value], label=("setattr", name))
            return
    if name == "__class__":
        cls = value[0] if len(value) == 1 and isinstance(value[0], Class) and not weak else None
        if cls is None:
            run.escape((item,), "its class is replaced")
        else:
            run.writable(item.site).cls = cls.site
        return
    if info is not None and info.is_of_attrs:
        from .libraries.attrs_classes import stored_field_of_attrs

        value = stored_field_of_attrs(run, info, item, name, value)
        if run.heap is None or not value:
            return
    value = stored_field(run, item, name, value)
    if found.escape is not None:
        run.escape(value, "it is stored in an object that unknown code may change")
        return
    from .libraries.instance_attributes import stored_attribute

    run.write(item.site, name, stored_attribute(run, info, item, name, value), weak=weak)


def _has_set(run: Run, item: Object) -> bool:
    from .classes import find_method

    return find_method(run, item, "__set__") is not None
