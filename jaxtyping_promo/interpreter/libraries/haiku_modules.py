"""dm-haiku: `transform`, parameters and state by module path, and the names of modules.

The variables live in a root of `flax_scopes`: the collections ``params`` and ``state``, with paths of two names, the
module's path and the variable's name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..classes import ClassInfo, class_of
from ..stacks import pushed
from ..values import (
    BOTTOM,
    NONE,
    External,
    Function,
    Object,
    Transformed,
    Value,
    constant_of,
    each,
    is_unknown,
    of_bool,
    of_constant,
    only,
)
from . import flax_scopes as scopes
from .instance_attributes import CONSTRUCTED, METHODS, SUBCLASSED
from .registry import model
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..run import Run

MODULE: Final = "haiku.Module"
UNWRAPPED: Final = frozenset(("__repr__", "__hash__", "__eq__", "__getattr__", "__setattr__", "__post_init__"))
TOP: Final = "~"
"""The path of parameters that belong to no module."""


@dataclass(slots=True)
class Transform:
    """A transformed function that runs now: its root, and the methods of modules that are active in it."""

    root: Object
    methods: list[tuple[Object, str]] = field(default_factory=list)


def transforms(run: Run) -> list[Transform]:
    """The transformed functions that run now."""
    found: list[Transform] = run.models.setdefault("haiku transforms", [])
    return found


def current(run: Run) -> Transform:
    """The innermost transformed function; one with unknown variables if none runs."""
    active = transforms(run)
    if not active:
        run.memo.spoil()
        active = run.models.setdefault("haiku without transform", [Transform(scopes.open_root(run))])
    if run.live.get(active[-1].root.site) is None:
        active[-1] = Transform(scopes.open_root(run))
    return active[-1]


# --------------------------------------------------------------------------------------------------------- modules


def wrap_methods(run: Run, info: ClassInfo) -> None:
    """Wrap the methods of a new subclass of `hk.Module`."""
    body = run.writable(info.site)
    for name, value in list(body.fields.items()):
        if isinstance(name, str) and name not in UNWRAPPED:
            body.fields[name] = each(value, lambda item, name=name: _wrapped(item, name))  # type: ignore[misc]


def _wrapped(item: Any, name: str) -> Value:
    is_function = isinstance(item, Function) or (isinstance(item, Transformed) and item.kind != "field")
    return (Transformed("haiku method", (item,), (("name", of_constant(name)),)),) if is_function else (item,)


def call_method(run: Run, item: Transformed, call: Call) -> Value:
    """Call a method of a module; modules that it makes are named below it."""
    receiver = only(call.arguments[0], Object) if call.arguments else None
    info = class_of(run, receiver) if receiver is not None else None
    name = str(constant_of(item.option("name")))
    if receiver is None or info is None or not info.inherits(MODULE):
        return _forward(run, item, call)
    transform = current(run)
    if name == "__init__":
        explicit = call.keywords.get("name", BOTTOM)
        set_name(run, info, receiver, explicit)
    else:
        set_name(run, info, receiver, BOTTOM)
    with pushed(transform.methods, (receiver, name)):
        _reset_names(run, transform)
        result = _forward(run, item, call)
    if run.models.get("haiku policy"):
        return run.unknown("a policy or an interceptor of haiku may change dtypes") if name != "__init__" else result
    return result


def _forward(run: Run, item: Transformed, call: Call) -> Value:
    return run.call(item.function, call.arguments, call.keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=call.label)  # fmt: skip


CALLERS["haiku method"] = call_method
SUBCLASSED[MODULE] = wrap_methods


def _reset_names(run: Run, transform: Transform) -> None:
    depth = len(transform.methods)
    fields = run.writable(transform.root.site).fields
    for key in [key for key in fields if isinstance(key, tuple) and key[0] == "count" and key[1] >= depth]:
        del fields[key]


def set_name(run: Run, info: ClassInfo, item: Object, explicit: Value) -> None:
    """Give a module its path, once."""
    if "module_name" in run.object(item).fields:
        return
    given = constant_of(explicit) if explicit else None
    name = given if isinstance(given, str) else snake_case(info.name)
    transform = current(run)
    prefix = ""
    if transform.methods:
        parent, method = transform.methods[-1]
        above = constant_of(run.object(parent).fields.get("module_name", of_constant("")))
        between = {"__call__": "/", "__init__": "/~/"}.get(method, f"/~{method}/")
        prefix = f"{above}{between}"
    key: Any = ("count", len(transform.methods), prefix + name)
    root = run.writable(transform.root.site)
    number = constant_of(root.fields.get(key, of_constant(0)))
    count = number if isinstance(number, int) else 0
    root.fields[key] = of_constant(count + 1)
    path = prefix + name + (f"_{count}" if count else "")
    run.write(item.site, "module_name", of_constant(path))
    run.write(item.site, "name", of_constant(path.rpartition("/")[2]))


def snake_case(name: str) -> str:
    """The name that haiku gives to a module of a class: ``LayerNorm`` is ``layer_norm``."""
    return re.sub("((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))", r"_\1", name).lower()


def construct(run: Run, info: ClassInfo, item: Object) -> None:
    """Name a module whose class has no ``__init__``."""
    set_name(run, info, item, run.object(item).fields.get("name", BOTTOM))


CONSTRUCTED[MODULE] = construct


def initialize(run: Run, item: Object, call: Call) -> Value:
    """``super().__init__(name=name)``."""
    info = class_of(run, item)
    name = call.get(0, "name")
    if info is not None and name and isinstance(constant_of(name), str):
        transform = current(run)
        own = transform.methods.pop() if transform.methods and transform.methods[-1][0] == item else None
        fields = run.writable(item.site).fields
        provisional = fields.pop("module_name", None)
        if provisional is not None:
            _forget(run, transform, str(constant_of(provisional)))
        set_name(run, info, item, name)
        if own is not None:
            transform.methods.append(own)
    return NONE


def _forget(run: Run, transform: Transform, path: str) -> None:
    """Take back a name that was given before the program's own was known."""
    base = re.sub(r"_\d+$", "", path)
    fields = run.writable(transform.root.site).fields
    for key in [("count", len(transform.methods), each_path) for each_path in (path, base)]:
        number = constant_of(fields.get(key, BOTTOM))
        if isinstance(number, int) and number > 0:
            fields[key] = of_constant(number - 1)
            return


METHODS[MODULE] = {
    "__init__": initialize, "__post_init__": initialize,
    "params_dict": lambda run, item, call: run.unknown("params_dict of a module"),
    "state_dict": lambda run, item, call: run.unknown("state_dict of a module"),
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------- variables


def _path(run: Run, transform: Transform, name: str) -> tuple[str, str]:
    if not transform.methods:
        return TOP, name
    return str(constant_of(run.object(transform.methods[-1][0]).fields.get("module_name", BOTTOM))), name


def _variable(run: Run, call: Call, collection: str) -> Value:
    """``hk.get_parameter(name, shape, dtype, init)`` and ``hk.get_state``."""
    transform = current(run)
    name = constant_of(call.get(0, "name"))
    shape, dtype = call.get(1, "shape"), call.get(2, "dtype")
    initializer = call.get(3, "init", NONE)
    if not dtype:
        from ..values import Dtype

        dtype = (Dtype("float32", "jax", _default_origin(run)),)
    if not isinstance(name, str):
        return run.unknown("a parameter whose name is not known")
    path = _path(run, transform, name)
    stored = scopes.current_variable(run, transform.root, collection, path)
    if stored is not None and not is_unknown(stored):
        return stored
    if initializer == NONE or not initializer:
        return stored if stored is not None else BOTTOM
    if stored is None and collection == "params" and scopes.is_initializing(run, transform.root) is False:
        return BOTTOM
    made = run.call(initializer, [shape, dtype], node=call.node, label=("init", collection, call.label))
    if run.heap is None:
        return BOTTOM
    if run.models.get("haiku policy"):
        made = scopes.with_unknown_dtypes(run, made, "a policy of haiku may change dtypes", ("policy", id(call.node)))
    if stored is not None:
        return scopes.stored_like(run, stored, made, (collection, id(call.node), call.label))
    scopes.put_variable(run, transform.root, collection, path, made)
    return made


def _default_origin(run: Run) -> Any:
    from ..origins import accident

    return accident(run.place, "the default of hk.get_parameter")


@model("haiku.get_parameter")
def _get_parameter(run: Run, call: Call) -> Value:
    return _variable(run, call, "params")


@model("haiku.get_state")
def _get_state(run: Run, call: Call) -> Value:
    return _variable(run, call, "state")


@model("haiku.set_state")
def _set_state(run: Run, call: Call) -> Value:
    transform = current(run)
    name = constant_of(call.get(0, "name"))
    if isinstance(name, str):
        scopes.put_variable(run, transform.root, "state", _path(run, transform, name), call.get(1, "value"))
    return NONE


@model("haiku.next_rng_key", "haiku.maybe_next_rng_key")
def _next_key(run: Run, call: Call) -> Value:
    return scopes.random_key(run, current(run).root, "params")


@model("haiku.running_init")
def _running_init(run: Run, call: Call) -> Value:
    return of_bool(scopes.is_initializing(run, current(run).root))


@model("haiku.custom_creator", "haiku.custom_getter", "haiku.intercept_methods", "haiku.mixed_precision.set_policy",
       "haiku.mixed_precision.push_policy", "haiku.custom_setter")  # fmt: skip
def _policy(run: Run, call: Call) -> Value:
    """Functions that may change the dtypes of parameters and results."""
    run.models["haiku policy"] = True
    return run.unknown(f"{call.name} has no model")


@model("haiku.transparent", "haiku.name_like", "haiku.name_scope", "haiku.experimental.name_scope")
def _decorator(run: Run, call: Call) -> Value:
    function = call.arguments[0] if call.arguments else BOTTOM
    return function if function and isinstance(function[0], Function) else (External("identity()"),)
