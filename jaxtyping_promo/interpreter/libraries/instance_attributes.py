"""Attributes that an instance has from a library's base class, such as ``self.param`` of a flax module.

A library registers functions in the tables below by the full name of its base class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..classes import ClassInfo, class_of
from ..instances import replaced_instance
from ..values import NONE, Class, External, Method, Object, Value

if TYPE_CHECKING:
    from ..run import Run

METHODS: Final[dict[str, dict[str, Callable[[Any, Any, Call], Value]]]] = {}
"""The methods of instances by base class: each gets the run, the receiver and the call."""
ATTRIBUTES: Final[dict[str, Callable[[Any, ClassInfo, Object, str], Value | None]]] = {}
"""Attributes of instances by base class; None if the base class has no such attribute."""
CLASS_METHODS: Final[dict[str, dict[str, Callable[[Any, Any, Call], Value]]]] = {}
"""The same for methods of the class itself."""
STORED: Final[dict[str, Callable[[Any, ClassInfo, Object, str, Value], Value]]] = {}
"""What a base class stores for ``self.name = value``."""
CLASS_MAKERS: Final[dict[str, Callable[[Any, ClassInfo], None]]] = {}
"""What the metaclass of a base class makes of the body of a new class."""
EQUALITY: Final[dict[str, Callable[[Any, list[Value]], Value]]] = {}
"""``left == right`` by base class."""
CONSTRUCTED: Final[dict[str, Callable[[Any, ClassInfo, Object], None]]] = {}
"""What the constructor of a base class does after the fields are set."""
SUBCLASSED: Final[dict[str, Callable[[Any, ClassInfo], None]]] = {}
"""What a base class does to a new subclass."""
ITEMS: Final[dict[str, Callable[[Any, Object, Value], Value]]] = {}
"""``self[index]`` by base class."""


def library_attribute(run: Run, info: ClassInfo, item: Object, name: str) -> Value | None:
    """An attribute from a library's base class; None if no base class has it."""
    for base in info.mro:
        if not isinstance(base, str):
            continue
        if name in METHODS.get(base, {}):
            return (Method(f"library.{base}:{name}", item),)
        attribute = ATTRIBUTES.get(base)
        value = None if attribute is None else attribute(run, info, item, name)
        if value is not None:
            return value
    if info.kind == "dataclass" and name == "replace" and _has_replace(info):
        return (Method("library.dataclass:replace", item),)
    if name in ("name", "value") and info.is_enum:
        return None
    return None


def _has_replace(info: ClassInfo) -> bool:
    """Whether a dataclass has a method ``replace``, as those of `flax.struct` and `chex` do."""
    return True


def library_class_attribute(run: Run, info: ClassInfo, item: Class, name: str) -> Value | None:
    """An attribute of a class from a library's base class."""
    for base in info.mro:
        if isinstance(base, str) and name in CLASS_METHODS.get(base, {}):
            return (Method(f"library.{base}:class {name}", item),)
        if isinstance(base, str) and name in METHODS.get(base, {}):
            return (External(f"{base}.{name}"),)
    return None


def library_subclass(run: Run, info: ClassInfo) -> None:
    """Let the library's base classes change a new subclass."""
    for base in info.mro:
        if isinstance(base, str) and base in SUBCLASSED and run.heap is not None:
            SUBCLASSED[base](run, info)


def library_constructed(run: Run, info: ClassInfo, item: Object) -> None:
    """Run the rest of the constructor of a library's base class."""
    for base in info.mro:
        if isinstance(base, str) and base in CONSTRUCTED and run.heap is not None:
            CONSTRUCTED[base](run, info, item)


def library_super(run: Run, base: str, info: ClassInfo, receiver: Any, name: str) -> Value | None:
    """``super().name`` where the next class is a library's."""
    if name in METHODS.get(base, {}):
        return (Method(f"library.{base}:{name}", receiver),)
    return None


def library_equality(run: Run, left: Any, right: Any) -> Value | None:
    """``left == right`` by a base class of the left or right operand; None if it compares by identity."""
    for item in (left, right):
        info = class_of(run, item)
        for base in info.mro if info is not None else []:
            if isinstance(base, str) and base in EQUALITY:
                return EQUALITY[base](run, [(left,), (right,)])
    return None


def library_item(run: Run, item: Object, index: Value) -> Value:
    """``self[index]`` of an instance whose class has no ``__getitem__`` of the program."""
    info = class_of(run, item)
    for base in info.mro if info is not None else []:
        if isinstance(base, str) and base in ITEMS:
            return ITEMS[base](run, item, index)
    return run.unknown("an item of an instance")


def stored_attribute(run: Run, info: ClassInfo | None, item: Object, name: str, value: Value) -> Value:
    """The value that an assignment to an attribute stores."""
    for base in info.mro if info is not None else []:
        if isinstance(base, str) and base in STORED and info is not None:
            return STORED[base](run, info, item, name, value)
    return value


def call_library_method(run: Run, name: str, receiver: Any, extra: Value, call: Call) -> Value:
    """Call a method from a library's base class."""
    base, _, method = name.partition(":")
    if base == "dataclass":
        info = class_of(run, receiver)
        if info is None:
            return run.unknown("replace of an unknown object")
        return replaced_instance(run, receiver, info, call.keywords, call)
    if method.startswith("class "):
        return CLASS_METHODS[base][method.removeprefix("class ")](run, receiver, call)
    return METHODS[base][method](run, receiver, call)


def _initialize_property(run: Run, receiver: Any, call: Call) -> Value:
    """``super().__init__(getter)`` in a class that inherits from ``property``."""
    if isinstance(receiver, Object):
        for position, name in enumerate(("fget", "fset", "fdel")):
            run.write(receiver.site, name, call.get(position, name, NONE))
    return NONE


METHODS["builtins.property"] = {"__init__": _initialize_property}
