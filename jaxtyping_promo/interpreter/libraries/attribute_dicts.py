"""``x.__dict__`` and ``vars(x)``: the attributes of an instance as a dict that shares its memory.

The dict is a `Method` with the name ``__dict__`` and the instance as its receiver. Reading copies the attributes;
storing changes the instance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..attributes import get_attribute
from ..builtin_bases import contents, contents_without
from ..call import Call
from ..classes import find_method
from ..iteration import known_items
from ..values import BOTTOM, NONE, Method, Object, Value, constant_of, each, only
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

NAME = "__dict__"
READERS = frozenset(("items", "keys", "values", "get", "copy", "__contains__", "__len__", "__iter__", "__getitem__"))


def attribute_dict(item: Object) -> Value:
    """``item.__dict__``."""
    return (Method(NAME, item),)


def is_attribute_dict(item: Any) -> bool:
    """Whether a value is the ``__dict__`` of an instance."""
    return isinstance(item, Method) and item.name == NAME


def as_dict(run: Run, item: Any) -> Any:
    """A dict with the attributes of an instance for its ``__dict__``; any other value as it is."""
    if not is_attribute_dict(item):
        inner = contents_without(run, item, "__iter__")
        return item if inner is None or len(inner) != 1 else inner[0]
    found = run.live.get(item.receiver.site)
    if found is None or found.escape is not None:
        return run.unknown("the attributes of an instance that unknown code may change")[0]
    fields: dict[Any, Value] = {name: value for name, value in found.fields.items() if isinstance(name, str)}
    made = run.allocate("dict", fields, found.rest, keys=(), label=("__dict__", item.receiver.site))
    return made[0]


def as_dicts(run: Run, value: Value) -> Value:
    """A value whose mappings are dicts: the ``__dict__`` of an instance, or an instance with ``keys``."""
    item = only(value, Object)
    read = None if item is None else _read_mapping(run, item)
    return each(value, lambda one: (as_dict(run, one),)) if read is None else read


def _read_mapping(run: Run, item: Object) -> Value | None:
    """The items of an instance with ``keys`` and ``__getitem__`` as a dict; None if they are not known."""
    from ..subscripts import key_of

    is_dict = contents(run, item) is not None
    if is_dict and find_method(run, item, "__iter__") is None:
        return None  # Python copies the items of a dict, whatever other methods its class has
    has_methods = find_method(run, item, "keys") is not None and find_method(run, item, "__getitem__") is not None
    if not has_methods and not is_dict:
        return None
    names = known_items(run, run.call(get_attribute(run, (item,), "keys"), [], label="keys"))
    keys = [key_of(run, name) for name in names or ()]
    if run.heap is None:
        return BOTTOM
    if names is None or None in keys:
        lost = run.unknown("the items of a mapping whose keys are not known")
        return run.allocate("dict", rest=lost, keys=lost, label=("mapping", item.site))
    fields = {
        key: run.call(get_attribute(run, (item,), "__getitem__"), [name], node=run.node, label=("item", key))
        for key, name in zip(keys, names, strict=True)
    }
    return run.allocate("dict", fields, label=("mapping", item.site)) if run.heap is not None else BOTTOM


def call_dict_method(run: Run, item: Method, call: Call) -> Value:
    """``x.__dict__.items()``, ``x.__dict__.update(...)``."""
    from .containers import container_method, update

    name = item.name.removeprefix(f"{NAME}.")
    receiver = as_dict(run, Method(NAME, item.receiver))
    if not isinstance(receiver, Object):
        for value in call.everything():
            run.escape(value, "it is given to an unknown object")
        return (receiver,)
    if name in READERS:
        return container_method(run, name, receiver, call)
    if name == "update" and call.is_exact:
        changes = run.allocate("dict", label=("changes of __dict__", call.label))
        for value in call.arguments:
            update(run, changes[0], value)
        update(run, changes[0], BOTTOM, call.keywords)
        found = run.object(changes[0])
        if found.is_known and all(isinstance(key, str) for key in found.fields):
            for key, value in found.fields.items():
                run.write(item.receiver.site, key, value)
            return NONE
    for value in call.everything():
        run.escape(value, "it is stored in the attributes of an instance")
    run.escape((item.receiver,), f"its __dict__ is changed by {name}")
    return run.unknown(f"__dict__.{name}")


def set_dict_item(run: Run, item: Method, index: Value, value: Value) -> None:
    """``x.__dict__[name] = value``."""
    name = constant_of(index)
    if isinstance(name, str):
        run.write(item.receiver.site, name, value)
    else:
        run.escape(value, "it is stored in the attributes of an instance")
        run.escape((item.receiver,), "an attribute whose name is not known is stored")


@model("builtins.vars")
def _vars(run: Run, call: Call) -> Value:
    """``vars(x)``."""
    item = only(call.get(0, "object"), Object)
    if item is not None and run.live.get(item.site) is not None and run.object(item).kind == "instance":
        return attribute_dict(item)
    for value in call.arguments:
        run.escape(value, "its attributes are read as a dict")
    return run.unknown("the variables of a scope")
