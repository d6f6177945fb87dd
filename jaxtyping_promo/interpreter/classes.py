"""Classes of the program: their bases, methods and fields, and what calling them makes."""

from __future__ import annotations

import ast
from copy import copy
from typing import TYPE_CHECKING, Any

from .values import (
    Class,
    External,
    Object,
    Site,
    Tuple,
    Value,
    of_constant,
)

if TYPE_CHECKING:
    from .run import Run


class ClassInfo:
    """The facts about a class that do not change while the program runs.

    Attributes:
        name: its name.
        node: its syntax; None for a class made by a call, such as ``collections.namedtuple``.
        site: the heap object with its attributes.
        frame: the frame in which it was defined.
        bases: the values of its bases, in their order.
        mro: the sites of the classes and the names of library classes, in the order in which attributes are looked up.
        annotations: the names of the annotated fields in the body, with their annotations, in order.
        module: the module.
        path: the file.
        kind: ``"plain"``, ``"namedtuple"``, ``"dataclass"``, ``"enum"`` or ``"typeddict"``.
        has_getattribute: whether it or one of its bases defines ``__getattribute__``.
        is_of_attrs: whether a decorator of attrs made it or one of its bases.
        has_own_fields: whether a decorator or a base class makes fields of its own annotations, and its constructor. A
            subclass of a dataclass that is not decorated has none.
        init_only: the annotated names that are ``InitVar``: ``__post_init__`` gets them, and they are no fields.
        keyword_only: the annotated names behind ``_: KW_ONLY``.
        is_open: whether a base or metaclass is unknown, so that attributes may exist that are not seen.
        options: the keywords of the class statement and of its dataclass decorator.
    """

    __slots__ = (
        "annotations", "bases", "frame", "has_getattribute", "has_own_fields", "init_only", "is_of_attrs", "is_open",
        "keyword_only", "kind", "module", "mro", "name", "node", "options", "path", "site",
    )  # fmt: skip

    def __init__(self, name: str, site: Site, frame: Site, node: ast.ClassDef | None, module: str, path: str) -> None:
        self.name, self.site, self.frame, self.node = name, site, frame, node
        self.module, self.path = module, path
        self.bases: list[Value] = []
        self.mro: list[Site | str] = [site]
        self.annotations: dict[str, ast.expr | None] = {}
        self.init_only: frozenset[str] = frozenset()
        self.keyword_only: frozenset[str] = frozenset()
        self.kind = "plain"
        self.is_open = self.is_of_attrs = self.has_getattribute = self.has_own_fields = False
        self.options: dict[str, Value] = {}

    def branch(self) -> ClassInfo:
        """The same facts, which change by themselves."""
        other = copy(self)
        other.bases, other.mro = [*self.bases], [*self.mro]
        other.annotations, other.options = dict(self.annotations), dict(self.options)
        return other

    @property
    def is_enum(self) -> bool:
        """Whether it is an enum."""
        return self.kind == "enum"

    def inherits(self, name: str) -> bool:
        """Whether a class of a library, by its full name, is among the bases."""
        return name in self.mro

    def find(self, run: Run, name: str) -> Value | None:
        """An attribute of the class or of its bases; None if none of them has it."""
        for each in self.mro:
            if isinstance(each, str):
                continue
            found = run.live.get(each)
            value = None if found is None else found.get(name)
            if value is not None:
                return value
        return None

    def enum_members(self, run: Run) -> list[Value]:
        """The members of an enum, in their order."""
        found = run.live[self.site]
        members = [value for value in found.fields.values() if _is_member(run, value, self.site)]
        return list(dict.fromkeys(members))

    def fields(self, run: Run) -> dict[str, ast.expr | None]:
        """The annotated fields of the class and its bases, in the order of a dataclass's parameters."""
        parameters = self.constructor_fields(run)
        return {name: owner.annotations[name] for name, owner in parameters.items() if name not in owner.init_only}

    def constructor_fields(self, run: Run) -> dict[str, ClassInfo]:
        """The class that annotates each field and each ``InitVar``, in the order of a dataclass's parameters."""
        fields: dict[str, ClassInfo] = {}
        for each in reversed(self.mro):
            if not isinstance(each, str) and (self.kind != "dataclass" or run.classes[each].has_own_fields):
                fields.update(dict.fromkeys(run.classes[each].annotations, run.classes[each]))
        return fields


def _is_member(run: Run, value: Value, cls: Site) -> bool:
    return (
        len(value) == 1
        and isinstance(value[0], Object)
        and run.live.get(value[0].site) is not None
        and run.object(value[0]).cls == cls
    )


def class_of(run: Run, item: Any) -> ClassInfo | None:
    """The class of an instance or named tuple of the program; None for other values."""
    if isinstance(item, Object):
        found = run.live.get(item.site)
        return None if found is None or found.cls is None or found.kind != "instance" else run.classes[found.cls]
    if isinstance(item, Tuple) and item.cls is not None:
        return run.classes[item.cls]
    return None


ORDINARY_METACLASSES = ("builtins.type", "abc.ABCMeta")
METACLASS_HOOKS = (
    "__new__",
    "__prepare__",
    "__getattr__",
    "__getattribute__",
    "__instancecheck__",
    "__subclasscheck__",
)
"""Methods by which a metaclass changes the class, or what Python answers about it."""


def metaclass_of(run: Run, info: ClassInfo) -> ClassInfo | None:
    """The metaclass of a class, which may be that of a base; None if it is no class of the program."""
    for each in info.mro:
        if not isinstance(each, str):
            value = run.classes[each].options.get("metaclass", ())
            if len(value) == 1 and isinstance(value[0], Class):
                return run.classes[value[0].site]
    return None


def changes_classes(run: Run, metaclass: Value) -> bool:
    """Whether a metaclass may give its classes attributes, or answers about them, that are not seen."""
    item = metaclass[0] if len(metaclass) == 1 else None
    if isinstance(item, External):
        return item.name not in ORDINARY_METACLASSES
    if not isinstance(item, Class):
        return True
    info = run.classes[item.site]
    libraries = {each for each in info.mro if isinstance(each, str)}
    return (
        info.is_open
        or not libraries <= {*ORDINARY_METACLASSES, "builtins.object"}
        or any(info.find(run, name) is not None for name in METACLASS_HOOKS)
    )


def find_method(run: Run, item: Any, name: str) -> Value | None:
    """A method of the class of an instance or named tuple; None if there is none."""
    info = class_of(run, item)
    return None if info is None else info.find(run, name)


def linearized(run: Run, info: ClassInfo) -> list[Site | str]:
    """The order in which attributes are looked up: Python's C3 linearization of the bases."""
    sequences: list[list[Site | str]] = []
    direct: list[Site | str] = []
    for base in info.bases:
        item = base[0] if len(base) == 1 else None
        if isinstance(item, Class):
            sequences.append([*run.classes[item.site].mro])
            direct.append(item.site)
            info.is_open = info.is_open or run.classes[item.site].is_open
        elif isinstance(item, External):
            sequences.append([item.name])
            direct.append(item.name)
        else:
            info.is_open = True
    sequences.append(direct)
    order: list[Site | str] = [info.site]
    while sequences := [sequence for sequence in sequences if sequence]:
        for sequence in sequences:
            head = sequence[0]
            if not any(head in other[1:] for other in sequences):
                break
        else:
            head = sequences[0][0]  # Python rejects such bases
        order.append(head)
        sequences = [[each for each in sequence if each != head] for sequence in sequences]
    return order


def metaclass_method(run: Run, item: Any, name: str) -> Value | None:
    """A method of a class's metaclass; None if the value is no class, or has a metaclass without such a method."""
    if not isinstance(item, Class):
        return None
    for each in run.classes[item.site].mro:
        if isinstance(each, str):
            continue
        metaclass = run.classes[each].options.get("metaclass", ())
        if len(metaclass) == 1 and isinstance(metaclass[0], Class):
            return run.classes[metaclass[0].site].find(run, name)
    return None


def is_subclass(run: Run, info: ClassInfo, other: Any) -> bool | None:
    """Whether a class inherits from another one; None if unknown."""
    if isinstance(other, Class):
        if other.site in info.mro:
            return True
    elif isinstance(other, External):
        if other.name in info.mro or other.name == "builtins.object":
            return True
        if info.kind == "namedtuple" and other.name == "builtins.tuple":
            return True
    else:
        return None
    return None if info.is_open else False


def make_named_tuple(run: Run, name: str, fields: list[str], defaults: list[Value]) -> Value:
    """The class that ``collections.namedtuple`` makes."""
    site: Site = ("class", id(run.node), name, run.context)
    info = ClassInfo(name, site, run.frame, None, run.source.name, run.source.path)
    info.kind = "namedtuple"
    info.annotations = dict.fromkeys(fields)
    info.mro = [site, "typing.NamedTuple"]
    run.classes[site] = info
    from .heap import HeapObject

    attributes: dict[Any, Value] = dict(zip(reversed(fields), reversed(defaults), strict=False))
    attributes["__name__"] = of_constant(name)
    run.live.add(site, HeapObject("class", attributes, cls=run.frame))
    return (Class(site),)


def set_tuple_defaults(run: Run, cls: Class, defaults: Value) -> None:
    """``Class.__new__.__defaults__ = defaults`` for a named tuple: the last fields get defaults."""
    from .iteration import known_items

    items = known_items(run, defaults)
    names = list(run.classes[cls.site].fields(run))
    for index, name in enumerate(reversed(names)):
        if items is None:
            run.write(cls.site, name, run.unknown("a default of a named tuple"))
        elif index < len(items):
            run.write(cls.site, name, items[-1 - index])
