"""Modules of flax.linen: how they are constructed, named and bound to variables, and how their methods are called.

A module that is bound has these fields beside its attributes: ``("root",)`` and ``("path",)`` of `flax_scopes`;
``("setup",)`` once `setup` has run; ``("cursor", prefix)`` counts the submodules of a compact method;
``("lift",)`` names the transformation that made its class, such as `nn.scan`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..attributes import bind_method
from ..classes import ClassInfo, class_of
from ..stacks import pushed
from ..values import (
    BOTTOM,
    NONE,
    TRUE,
    BoundMethod,
    Descriptor,
    Function,
    Object,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .flax_scopes import Path, open_root
from .instance_attributes import ATTRIBUTES, CONSTRUCTED, STORED, SUBCLASSED
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..call import Call
    from ..run import Run

MODULE: Final = "flax.linen.Module"
UNWRAPPED: Final = frozenset(("__post_init__", "setup", "__init_subclass__", "__setattr__", "__getattr__", "__hash__"))
"""The methods that flax does not wrap."""
LIFT_PREFIXES: Final = {"scan": "Scan", "vmap": "Vmap", "remat": "Checkpoint", "jit": "Jit",
                        "remat_scan": "Remat_scan", "map_variables": "Map_variables"}  # fmt: skip
"""What a lifted class puts before the name of its module."""


@dataclass(slots=True)
class ActiveMethod:
    """A method of a module that runs now."""

    module: Object
    is_compact: bool = False
    is_setup: bool = False


def active_methods(run: Run) -> list[ActiveMethod]:
    """The methods of modules that run now, outermost first."""
    found: list[ActiveMethod] = run.models.setdefault("linen methods", [])
    return found


@contextmanager
def without_active_methods(run: Run) -> Iterator[None]:
    """Run a module of its own, to which the methods that run now do not belong."""
    saved = active_methods(run)
    run.models["linen methods"] = []
    try:
        yield
    finally:
        run.models["linen methods"] = saved


# ---------------------------------------------------------------------------------------------------- class bodies


def wrap_methods(run: Run, info: ClassInfo) -> None:
    """Wrap the methods of a new subclass of `nn.Module`, so that calling one binds submodules."""
    body = run.writable(info.site)
    for name, value in list(body.fields.items()):
        if isinstance(name, str) and name not in UNWRAPPED:
            body.fields[name] = each(value, _wrapped)


SUBCLASSED[MODULE] = wrap_methods


def _wrapped(item: Any) -> Value:
    if isinstance(item, Transformed) and item.kind == "nowrap":
        return item.function
    if isinstance(item, Function) or (isinstance(item, Transformed) and item.kind not in ("field", "initializer")):
        return (Transformed("linen method", (item,), (("compact", TRUE if _is_compact(item) else BOTTOM),)),)
    if isinstance(item, Descriptor) and item.kind in ("property", "cached_property"):
        return (Descriptor(item.kind, each(item.function, _wrapped), item.setter),)
    return (item,)


def _is_compact(item: Any) -> bool:
    while isinstance(item, Transformed):
        if item.kind == "compact":
            return True
        item = only(item.function)
    return False


# ---------------------------------------------------------------------------------------------------- construction


def construct(run: Run, info: ClassInfo, item: Object) -> None:
    """What `nn.Module.__post_init__` does: find the parent, choose a name, and bind."""
    found = run.writable(item.site)
    lift = run.models.pop("linen lift", None)
    if lift is not None:
        found.fields["lift",] = lift
    found.fields.setdefault("name", NONE)
    methods = active_methods(run)
    if "parent" not in found.fields:
        found.fields["parent"] = (methods[-1].module,) if methods else NONE
    parent = only(found.fields["parent"], Object)
    if parent is None or not is_module(run, parent) or ("root",) not in run.object(parent).fields:
        return
    name = constant_of(found.fields["name"])
    if name is None:
        active = next((method for method in reversed(methods) if method.module == parent), None)
        if active is None or active.is_setup:
            return  # the assignment to an attribute names it
        name = _next_name(run, parent, _prefix(run, info, item))
        run.write(item.site, "name", of_constant(name))
    root, path = place_below(run, parent, str(name))
    bind(run, item, root, path)


CONSTRUCTED[MODULE] = construct


def _prefix(run: Run, info: ClassInfo, item: Object) -> str:
    lift = only(run.object(item).fields.get(("lift",), BOTTOM), Transformed)
    kind = "" if lift is None else str(constant_of(lift.option("lift")))
    return LIFT_PREFIXES.get(kind, "") + info.name


def _next_name(run: Run, parent: Object, prefix: str) -> str:
    fields = run.object(parent).fields
    count = constant_of(fields.get(("cursor", prefix), of_constant(0)))
    number = count if isinstance(count, int) else 0
    run.writable(parent.site).fields["cursor", prefix] = of_constant(number + 1)
    return f"{prefix}_{number}"


def is_module(run: Run, item: Any) -> bool:
    """Whether a value is an instance of `nn.Module`."""
    info = class_of(run, item) if isinstance(item, Object) else None
    return info is not None and info.inherits(MODULE)


def bind(run: Run, item: Object, root: Value, path: Path) -> None:
    """Bind a module to variables, and adopt the modules among its fields."""
    found = run.writable(item.site)
    found.fields["root",], found.fields["path",] = root, of_constant(path)
    info = class_of(run, item)
    for name in () if info is None else info.fields(run):
        value = run.object(item).fields.get(name)
        if value and name not in ("parent", "name"):
            adopted = adopt(run, item, name, value)
            if adopted is not value and run.heap is not None:
                run.write(item.site, name, adopted)


def adopt(run: Run, owner: Object, name: str, value: Value) -> Value:
    """The value of an attribute of a bound module; the modules in it get the attribute's name, and are bound."""

    def one(item: Any, suffix: str) -> Value:
        if isinstance(item, Object):
            if is_module(run, item):
                return (_adopted_module(run, owner, item, name + suffix),)
            found = run.live.get(item.site)
            if found is None or found.escape is not None:
                return (item,)
            if found.kind == "list" and found.is_known:
                return (Tuple(tuple(many(part, f"{suffix}_{key}") for key, part in found.fields.items())),)
            if found.kind == "dict" and found.is_known and _holds_modules(run, (item,)):
                fields = {key: many(part, f"{suffix}_{key}") for key, part in found.fields.items()}
                return run.allocate("dict", fields, label=("adopted", item.site, name))
        if isinstance(item, Tuple) and _holds_modules(run, (item,)):
            return (Tuple(tuple(many(part, f"{suffix}_{i}") for i, part in enumerate(item.items)), item.cls),)
        return (item,)

    def many(part: Value, suffix: str) -> Value:
        return each(part, lambda item: one(item, suffix))

    changed = many(value, "")
    return value if changed == value else changed


def _holds_modules(run: Run, value: Value, depth: int = 0) -> bool:
    for item in value if depth < 5 else ():
        if is_module(run, item):
            return True
        parts: Any = ()
        if isinstance(item, Tuple):
            parts = item.items
        elif isinstance(item, Object):
            found = run.live.get(item.site)
            parts = found.fields.values() if found is not None and found.kind in ("list", "dict") else ()
        if any(_holds_modules(run, part, depth + 1) for part in parts):
            return True
    return False


def _adopted_module(run: Run, owner: Object, item: Object, name: str) -> Object:
    """A module that becomes a submodule: a copy if it was made outside of any module."""
    fields = run.object(item).fields
    root_value = run.object(owner).fields["root",]
    if fields.get("parent", NONE) == NONE:
        root = only(root_value, Object)
        known = None if root is None else run.object(root).fields.get(("adopted", item.site))
        if known:
            adopted: Object = known[0]
            return adopted
        source = item
        item = clone(run, item, {"name": NONE, "parent": (owner,)}, ("adopted", name))
        if root is not None:
            run.write(root.site, ("adopted", source.site), (item,))
        fields = run.object(item).fields
    if fields.get("name", NONE) == NONE:
        run.write(item.site, "name", of_constant(name))
        run.write(item.site, "parent", (owner,))
        bind(run, item, *place_below(run, owner, name))
    return item


def place_below(run: Run, owner: Object, name: str) -> tuple[Value, Path]:
    """The root and path of a submodule. If the owner's path differs between paths of the program, nothing is known."""
    fields = run.object(owner).fields
    path = constant_of(fields["path",])
    return (fields["root",], (*path, name)) if isinstance(path, tuple) else ((open_root(run),), (name,))


def clone(run: Run, item: Object, changes: dict[str, Value], label: Any) -> Object:
    """A module with the same fields that is not bound."""
    found = run.object(item)
    info = class_of(run, item)
    names = {*(info.fields(run) if info is not None else ()), "name", "parent", ("lift",)}
    fields: dict[Any, Value] = {name: value for name, value in found.fields.items() if name in names}
    made = run.allocate("instance", {**fields, **changes}, cls=found.cls, label=(item.site, "clone", label))
    if found.escape is not None:
        run.live.mark_escaped(made[0].site, found.escape)
    result: Object = made[0]
    return result


# ---------------------------------------------------------------------------------------------------- method calls


def ensure_bound(run: Run, item: Object) -> None:
    """Bind a module whose variables nobody passes, or only on some paths, to unknown ones."""
    if not any(isinstance(root, Object) for root in run.object(item).fields.get(("root",), BOTTOM)):
        bind(run, item, (open_root(run),), ())


def run_setup(run: Run, item: Object) -> None:
    """Call `setup` of a bound module, once."""
    info = class_of(run, item)
    if info is None or run.heap is None or ("setup",) in run.object(item).fields:
        return
    run.write(item.site, ("setup",), TRUE)
    setup = info.find(run, "setup")
    if setup is None:
        return
    with pushed(active_methods(run), ActiveMethod(item, is_setup=True)):
        run.call(bind_method(run, setup, item), [], {}, label="setup")


def call_method(run: Run, item: Transformed, call: Call) -> Value:
    """Call a method of a module, its receiver first."""
    receiver = only(call.arguments[0], Object) if call.arguments else None
    if receiver is None or not is_module(run, receiver):
        return _forward(run, item.function, call)
    ensure_bound(run, receiver)
    lift = only(run.object(receiver).fields.get(("lift",), BOTTOM), Transformed)
    methods = active_methods(run)
    if lift is not None and all(method.module != receiver for method in methods):
        from .linen_lifts import call_lifted

        return call_lifted(run, lift, item.function, call, receiver, active=bool(item.option("compact")))
    return call_bound(run, receiver, item.function, call, is_compact=bool(item.option("compact")))


CALLERS["linen method"] = call_method
CALLERS["compact"] = CALLERS["nowrap"] = CALLERS["plain"]


def call_bound(run: Run, receiver: Object, function: Value, call: Call, *, is_compact: bool) -> Value:
    """Call a method of a bound module; the names of its inline submodules start from 0 again."""
    methods = active_methods(run)
    is_recurrent = any(method.module == receiver and (method.is_compact or method.is_setup) for method in methods)
    with pushed(methods, ActiveMethod(receiver, is_compact, is_recurrent and methods[-1].is_setup)):
        run_setup(run, receiver)
        result = _forward(run, function, call)
    if run.heap is not None and is_compact and not is_recurrent:
        reset_names(run, receiver)
    return result


def reset_names(run: Run, receiver: Object) -> None:
    """Let the names of inline submodules start from 0 again."""
    fields = run.writable(receiver.site).fields
    for key in [key for key in fields if isinstance(key, tuple) and key[0] == "cursor"]:
        del fields[key]


def _forward(run: Run, function: Value, call: Call) -> Value:
    return run.call(function, call.arguments, call.keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=call.label)  # fmt: skip


def unbound(function: Any) -> Any:
    """A method without its receiver."""
    return function.function if isinstance(function, BoundMethod) else function


# ------------------------------------------------------------------------------------------------------ attributes


def attribute(run: Run, info: ClassInfo, item: Object, name: str) -> Value | None:
    """An attribute that only `setup` makes, or that every module has."""
    if name in ("name", "parent"):
        return NONE
    if name == "path":
        return run.object(item).fields.get(("path",))
    if name in ("scope", "__dataclass_fields__", "_state") or info.find(run, "setup") is None:
        return None
    ensure_bound(run, item)
    run_setup(run, item)
    return run.object(item).fields.get(name) if run.heap is not None else BOTTOM


def store(run: Run, info: ClassInfo, item: Object, name: str, value: Value) -> Value:
    """``self.name = value`` in `setup`: submodules get the attribute's name."""
    if ("root",) in run.object(item).fields and name not in ("parent", "name"):
        return adopt(run, item, name, value)
    return value


ATTRIBUTES[MODULE] = attribute
STORED[MODULE] = store
