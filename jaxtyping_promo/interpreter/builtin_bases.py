"""Instances of classes that inherit from `dict`, `list`, `tuple`, `set`, `int`, `float` or `str`.

Such an instance has *contents*, a value of the plain type, in a field of its own. What the class does not define itself
is done by the contents: methods, items, iteration, operators. JAX takes the instance for a leaf, not for a container.
"""

from __future__ import annotations

import builtins
import collections
from typing import TYPE_CHECKING, Any, Final

from .call import Call
from .classes import ClassInfo, class_of, find_method
from .values import NONE, Class, External, Method, Object, Unknown, Value, only

if TYPE_CHECKING:
    from .run import Run

CONTENTS: Final = ("contents",)
"""The field of an instance with its contents."""
MUTABLE: Final = ("builtins.list", "builtins.dict", "builtins.set", "collections.OrderedDict")
IMMUTABLE: Final = tuple(f"builtins.{name}" for name in ("tuple", "frozenset", "int", "float", "complex", "str"))
TYPES: Final = {
    name: getattr(builtins, name.rpartition(".")[2], collections.OrderedDict) for name in (*MUTABLE, *IMMUTABLE)
}
"""The types, by the full names of bases."""
COMPARISONS: Final = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
INHERITED: Final = {name: ({*dir(found)} - {*dir(object)}) | COMPARISONS for name, found in TYPES.items()}
"""The attributes that an instance has from such a base, beyond those of every object."""
METHOD: Final = "contents."
"""The beginning of the name of a `Method` of such a base."""


def builtin_base(info: ClassInfo) -> str | None:
    """The base of a class whose instances have contents; None for other classes."""
    if info.kind not in ("plain", "dataclass"):
        return None
    return next((base for base in info.mro if isinstance(base, str) and base in TYPES), None)


def contents(run: Run, item: Any) -> Value | None:
    """The contents of an instance; None for other values, and where unknown code may have changed it."""
    if not isinstance(item, Object):
        return None
    found = run.live.get(item.site)
    if found is None or found.kind != "instance" or found.escape is not None:
        return None
    return found.fields.get(CONTENTS)


def contents_without(run: Run, item: Any, method: str) -> Value | None:
    """The contents of an instance whose class does not define a method itself."""
    inner = contents(run, item)
    return None if inner is None or find_method(run, item, method) is not None else inner


def operands_in_contents(run: Run, op: str, left: Any, right: Any) -> tuple[Value, Value] | None:
    """The operands of an operator with contents in place of instances; None if neither has contents."""
    inner = contents_without(run, left, f"__{op}__"), contents_without(run, right, f"__r{op}__")
    if inner == (None, None):
        return None
    return (left,) if inner[0] is None else inner[0], (right,) if inner[1] is None else inner[1]


# ------------------------------------------------------------------------------------------------- construction


def begin_contents(run: Run, info: ClassInfo, instance: Value, call: Call) -> None:
    """Give a new instance its contents: those of the arguments if the base is immutable, else none yet."""
    base, item = builtin_base(info), only(instance, Object)
    if base is None or item is None or run.heap is None:
        return
    arguments = call.arguments if base in IMMUTABLE else []
    _store(run, item, base, run.call((External(base),), arguments, node=call.node, label=("contents", call.label)))


def fill_contents(run: Run, info: ClassInfo, item: Object, call: Call) -> bool:
    """What the constructor of the base does with the arguments.

    Returns:
        Whether the class has such a base.
    """
    base = builtin_base(info)
    if base is None:
        return False
    if base in MUTABLE and run.heap is not None:
        filled = run.call((External(base),), call.arguments, call.keywords, node=call.node, star=call.star,
                          double_star=call.double_star, label=("contents", call.label))  # fmt: skip
        _store(run, item, base, filled)
    return True


def _store(run: Run, item: Object, base: str, value: Value) -> None:
    if run.heap is not None:
        run.write(item.site, CONTENTS, value or run.unknown(f"the contents of a {base.rpartition('.')[2]}"))


def base_method(run: Run, base: str, info: ClassInfo, receiver: Any, name: str) -> Value | None:
    """``super().name`` where the next class is a builtin one; None if it has no such method."""
    if base not in TYPES or base != builtin_base(info) or not hasattr(TYPES[base], name):
        return None
    if name in ("__init__", "__new__") or isinstance(receiver, Class):
        return (Method(f"{METHOD}{name}", receiver),) if name in ("__init__", "__new__") else None
    inner = contents(run, receiver)
    return None if inner is None else inherited_attribute(run, receiver, name)


def inherited_attribute(run: Run, item: Object, name: str) -> Value | None:
    """An attribute that an instance has from its builtin base; None if it has none."""
    from .attributes import get_attribute

    info, inner = class_of(run, item), contents(run, item)
    base = None if info is None else builtin_base(info)
    if base is None or inner is None or name not in INHERITED[base]:
        return None
    return get_attribute(run, inner, name)


def call_base_method(run: Run, method: Method, call: Call) -> Value:
    """``super().__init__(...)`` and ``super().__new__(cls, ...)``."""
    receiver, name = method.receiver, method.name.removeprefix(METHOD)
    if name == "__init__":
        info = class_of(run, receiver)
        if info is None or not isinstance(receiver, Object):
            return run.unknown("the contents of an unknown object")
        fill_contents(run, info, receiver, call)
        return NONE
    return new_with_contents(run, call)


def new_with_contents(run: Run, call: Call) -> Value:
    """``tuple.__new__(cls, items)``: an instance of the class."""
    cls = only(call.get(0, "cls"), Class)
    if cls is None:
        return run.unknown("__new__ of an unknown class")
    info = run.classes[cls.site]
    instance = run.allocate("instance", {}, cls=cls.site, label=("new", cls.site, call.label, id(call.node)))
    begin_contents(run, info, instance, call.with_arguments(call.arguments[1:]))
    return instance


def missing_item(run: Run, item: Object, key: Value, found: Value) -> Value:
    """An item of a `dict`, which ``__missing__`` may give."""
    from .attributes import get_attribute
    from .values import join

    if find_method(run, item, "__missing__") is None or isinstance(only(found), Unknown):
        return found
    inner = only(contents(run, item) or (), Object)
    held = None if inner is None else run.object(inner)
    from .subscripts import key_of

    if held is not None and held.is_known and key_of(run, key) in held.fields:
        return found
    return join(found, run.call(get_attribute(run, (item,), "__missing__"), [key], label="missing"))
