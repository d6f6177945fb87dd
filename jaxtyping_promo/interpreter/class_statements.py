"""Class statements: the body runs in a frame of its own, which becomes the class."""

from __future__ import annotations

import ast
from typing import Any

from .classes import ClassInfo, changes_classes, linearized, metaclass_of
from .heap import HeapObject
from .libraries.abstract_containers import base_with_methods
from .libraries.instance_attributes import CLASS_MAKERS, library_subclass
from .run import Run
from .values import (
    ABSENT,
    ANY_INT,
    BOTTOM,
    NONE,
    TRUE,
    Class,
    Descriptor,
    External,
    Function,
    Object,
    Partial,
    Site,
    Tuple,
    Value,
    constant_of,
    of_constant,
    only,
)

NAMED_TUPLES = ("typing.NamedTuple", "typing_extensions.NamedTuple")
ENUMS = ("enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag")
TYPED_DICTS = ("typing.TypedDict", "typing_extensions.TypedDict")
DATACLASS_BASES = ("flax.linen.Module", "flax.struct.PyTreeNode", "equinox.Module")
"""The library classes whose subclasses are dataclasses."""
ATTRS_DECORATORS = frozenset(
    f"{package}.{name}"
    for package in ("attr", "attrs")
    for name in ("s", "attrs", "attributes", "dataclass", "define", "mutable", "frozen")
)
"""The decorators of attrs that make a class."""
DATACLASS_DECORATORS = ATTRS_DECORATORS.union(
    ("dataclasses.dataclass", "flax.struct.dataclass", "chex.dataclass", "jax_dataclasses.pytree_dataclass",
     "flax.nnx.dataclass")
)  # fmt: skip
NO_FIELDS = frozenset(("ClassVar", "KW_ONLY", "AbstractVar", "AbstractClassVar", "_"))
"""The annotations of variables that are no fields, without modules and type arguments."""
FROZEN_DECORATORS = frozenset(("flax.struct.dataclass", "attrs.frozen", "attr.frozen"))
"""The decorators of dataclasses that are frozen without an option."""
PYTREE_DECORATORS = frozenset(
    ("flax.struct.dataclass", "chex.dataclass", "jax_dataclasses.pytree_dataclass", "flax.nnx.dataclass")
)
"""The decorators whose classes are pytrees of their fields."""

REBUILDING_DECORATORS: dict[str, str | tuple[str, ...]] = {
    "flax.struct.dataclass": (),
    "jax_dataclasses.pytree_dataclass": (),
    "chex.dataclass": "hook",
}
"""How JAX rebuilds an instance: by the constructor with these keywords, all fields if there are none, or by a hook."""


def define_class(run: Run, node: ast.ClassDef) -> Value:
    """The value of a class statement, decorators included."""
    bases = [run.evaluate(_without_arguments(base)) for base in node.bases if not isinstance(base, ast.Starred)]
    keywords = {each.arg: run.evaluate(each.value) for each in node.keywords if each.arg is not None}
    if run.heap is None:
        return BOTTOM
    bases = [base_with_methods(run, base) for base in bases]
    site: Site = ("class", id(node), run.context)
    info = ClassInfo(node.name, site, run.frame, node, run.source.name, run.source.path)
    run.classes[site] = info
    info.bases = [base for base in bases if only(base, External) != External("typing.Generic")]
    info.options = keywords
    info.is_open = any(isinstance(base, ast.Starred) for base in node.bases)
    if "metaclass" in keywords and changes_classes(run, keywords["metaclass"]):
        info.is_open = True
    info.mro = linearized(run, info)
    info.kind = _kind(run, info)
    info.has_own_fields = any(map(info.inherits, DATACLASS_BASES))
    info.is_of_attrs = any(not isinstance(each, str) and run.classes[each].is_of_attrs for each in info.mro)
    body = HeapObject(
        "class", {"__name__": of_constant(node.name), "__module__": of_constant(run.source.name)}, cls=run.frame
    )
    run.live.add(site, body)
    _mark_captured(run)
    outer, run.frame = run.frame, site
    info.annotations = _annotations(node)
    info.keyword_only = _keyword_only(node)
    run.execute(node.body)
    if run.heap is not None:
        info.init_only = frozenset(
            name for name, annotation in info.annotations.items() if _is_init_only(run, annotation)
        )
    run.frame = outer
    if run.heap is None:
        return BOTTOM
    info.has_getattribute = info.find(run, "__getattribute__") is not None
    if info.is_enum:
        _make_members(run, info)
    for base in info.mro:
        if isinstance(base, str) and base in CLASS_MAKERS:
            CLASS_MAKERS[base](run, info)
    value: Value = (Class(site),)
    _initialize_subclass(run, info)
    _initialize_by_metaclass(run, info, bases)
    library_subclass(run, info)
    for decorator in reversed(node.decorator_list):
        run.node = decorator
        value = _decorated(run, info, value, decorator)
    return value


def _without_arguments(base: ast.expr) -> ast.expr:
    """A base without type arguments: of ``Generic[T]``, ``Generic``."""
    return base.value if isinstance(base, ast.Subscript) else base


def _mark_captured(run: Run) -> None:
    frame = run.object(run.frame)
    if frame.kind == "frame" and not frame.is_captured:
        run.live.writable(run.frame).is_captured = True


def _annotations(node: ast.ClassDef) -> dict[str, ast.expr | None]:
    """The annotated names of a class body; class variables are no fields."""
    found: dict[str, ast.expr | None] = {}
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            text = ast.unparse(statement.annotation).lstrip("'\"").partition("[")[0]
            if text.rpartition(".")[2] not in NO_FIELDS:
                found[statement.target.id] = statement.annotation
    return found


def _keyword_only(node: ast.ClassDef) -> frozenset[str]:
    """The annotated names of a class body behind ``_: KW_ONLY``."""
    names: set[str] = set()
    is_behind = False
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if is_behind:
                names.add(statement.target.id)
            is_behind |= ast.unparse(statement.annotation).strip("'\"").rpartition(".")[2] == "KW_ONLY"
    return frozenset(names)


def _is_init_only(run: Run, annotation: ast.expr | None) -> bool:
    """Whether an annotation is ``InitVar``, also as a text, or under another name."""
    base = annotation
    if isinstance(base, ast.Constant) and isinstance(base.value, str):
        try:
            base = ast.parse(base.value.strip(), mode="eval").body
        except SyntaxError:
            return False
    if isinstance(base, ast.Subscript):
        base = base.value
    if isinstance(base, ast.Attribute):
        return base.attr == "InitVar"
    return isinstance(base, ast.Name) and (
        base.id == "InitVar" or only(run.lookup(base.id), External) == External("dataclasses.InitVar")
    )


def _kind(run: Run, info: ClassInfo) -> str:
    names = {each for each in info.mro if isinstance(each, str)}
    for each in info.mro[1:]:
        if not isinstance(each, str) and run.classes[each].kind != "plain":
            return run.classes[each].kind
    if names.intersection(NAMED_TUPLES):
        return "namedtuple"
    if names.intersection(ENUMS):
        return "enum"
    if names.intersection(TYPED_DICTS):
        return "typeddict"
    return "dataclass" if names.intersection(DATACLASS_BASES) else "plain"


def _make_members(run: Run, info: ClassInfo) -> None:
    """Turn the values in the body of an enum into its members."""
    body = run.writable(info.site)
    last: Value = of_constant(0)
    members: dict[object, Value] = {}
    for name, value in list(body.fields.items()):
        if not isinstance(name, str) or name.startswith("_"):
            continue
        if any(isinstance(item, (Function, Descriptor, Class)) for item in value):
            continue
        if only(value) == External("enum.auto()"):
            value = _automatic_value(info, name, last)
        last = value
        constant = constant_of(value)
        if constant in members:
            body.fields[name] = members[constant]  # an alias of the first member with this value
            continue
        site: Site = ("instance", info.site, name)
        member = HeapObject("instance", {"value": value, "_value_": value, "name": of_constant(name)}, cls=info.site)
        run.live.add(site, member)
        body.fields[name] = (Object(site),)
        _initialize_member(run, info, Object(site), value)
        if constant is not ABSENT:
            members[constant] = body.fields[name]


def _initialize_member(run: Run, info: ClassInfo, member: Object, value: Value) -> None:
    """Call the ``__init__`` of an enum with the value of a member; a tuple gives several arguments."""
    if info.find(run, "__new__") is not None:
        run.escape((member,), "the __new__ of an enum makes it")
    init = info.find(run, "__init__")
    if init is not None:
        pack = only(value, Tuple)
        arguments = [value] if pack is None else list(pack.items)
        run.call(init, [(member,), *arguments], label=("member", member.site))


def _automatic_value(info: ClassInfo, name: str, last: Value) -> Value:
    """The value of ``enum.auto()`` behind a member with the value `last`."""
    if info.inherits("enum.StrEnum"):
        return of_constant(name.lower())
    constant = constant_of(last)
    if not isinstance(constant, int):
        return ANY_INT
    is_flag = info.inherits("enum.Flag") or info.inherits("enum.IntFlag")
    return of_constant(1 << constant.bit_length() if is_flag else constant + 1)


def _initialize_subclass(run: Run, info: ClassInfo) -> None:
    for each in info.mro[1:]:
        if isinstance(each, str):
            continue
        found = run.live[each].fields.get("__init_subclass__")
        if found:
            functions = [item.function if isinstance(item, Descriptor) else (item,) for item in found]
            for function in functions:
                run.call(function, [(Class(info.site),)], _class_arguments(info), label="init_subclass")
            return


def _initialize_by_metaclass(run: Run, info: ClassInfo, bases: list[Value]) -> None:
    """Run the ``__init__`` of a metaclass of the program on the new class."""
    metaclass = metaclass_of(run, info)
    init = None if metaclass is None else metaclass.find(run, "__init__")
    if init and run.heap is not None:
        namespace = run.unknown("the namespace of a class statement")
        arguments: list[Value] = [(Class(info.site),), of_constant(info.name), (Tuple(tuple(bases)),), namespace]
        run.call(init, arguments, _class_arguments(info), label="metaclass init")


def _class_arguments(info: ClassInfo) -> dict[str, Value]:
    """The keywords of a class statement without ``metaclass``."""
    return {name: value for name, value in info.options.items() if name != "metaclass"}


def _decorated(run: Run, info: ClassInfo, value: Value, decorator: ast.expr) -> Value:
    """A class behind one of its decorators."""
    function = run.evaluate(decorator)
    name = _decorator_name(function)
    if name in DATACLASS_DECORATORS and name is not None:
        partial = only(function, Partial)
        make_dataclass(run, info, name, {} if partial is None else dict(partial.keywords))
        return value
    if run.heap is None:
        return BOTTOM
    result = run.call(function, [value], node=decorator)
    from .values import is_unknown

    return value if is_unknown(result) else result


def make_dataclass(run: Run, info: ClassInfo, decorator: str, options: dict[str, Value]) -> None:
    """Note that a decorator makes a class a dataclass, and perhaps a pytree.

    Args:
        run: the run.
        info: the class.
        decorator: the full name of the decorator.
        options: its arguments.
    """
    info.kind = "dataclass"
    info.has_own_fields = True
    info.options.update(options)
    if decorator in FROZEN_DECORATORS:
        info.options["frozen"] = TRUE
    run.memo.forget()
    if decorator in PYTREE_DECORATORS:
        run.models["pytree", info.site] = "fields"
    if decorator in REBUILDING_DECORATORS:
        run.models["pytree constructor", info.site] = REBUILDING_DECORATORS[decorator]
    if decorator in ATTRS_DECORATORS:
        from .instances import field_settings
        from .libraries.attrs_classes import ON_SETATTR

        info.is_of_attrs = True
        if constant_of(options.get(ON_SETATTR, NONE)) is None:
            hook = External("attrs.setters.convert") if decorator.endswith((".define", ".mutable")) else None
            info.options[ON_SETATTR] = NONE if hook is None else (hook,)
        for name, value in run.live[info.site].fields.items():
            if isinstance(name, str) and field_settings(value) is not None:
                info.annotations.setdefault(name, None)  # `attr.ib()` makes a field without an annotation, too


def _decorator_name(function: Value) -> str | None:
    """The full name of a library's decorator, with or without arguments."""
    item: Any = function[0] if len(function) == 1 else None
    while isinstance(item, Partial) and len(item.function) == 1:
        item = item.function[0]
    return item.name if isinstance(item, External) else None
