"""Inputs under an assumption: arrays in place of open parameters, fields of objects, and the receivers of methods.

A method's object is made by its class: ``__init__`` runs with assumed inputs. Arrays that it makes by itself without
choosing their dtype are parameters of a model, which count as inputs, too.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from .input_kinds import ModuleKinds
from .modules import Source
from .origins import Origin
from .origins import kinds as kinds_of_origins
from .values import (
    BOTTOM,
    NONE,
    Array,
    Class,
    Function,
    Items,
    Module,
    Number,
    Object,
    Tuple,
    Value,
    is_unknown,
    only,
)

if TYPE_CHECKING:
    from .assumptions import Assumptions
    from .classes import ClassInfo
    from .definitions import Definition
    from .kind_evidence import Kind
    from .run import Run

DEEPEST_FIELDS = 3
"""Fields below this depth are left as they are."""
SIMPLE_DEFAULTS = (ast.Constant, ast.UnaryOp, ast.USub, ast.Tuple, ast.Name, ast.Attribute, ast.Load)
"""The syntax of defaults that make no object."""
FLOATS = ("float16", "bfloat16", "float32", "float64")


def assume_without_optional(
    run: Run, definition: Definition, arguments: dict[str, Value], assumptions: Assumptions
) -> bool:
    """The same as `assume_inputs`, for a call that leaves out optional arrays. False if the function has none."""
    found = kinds_of_module(run, definition.path).of(definition)
    optional = [each.arg for each, default in definition.parameters if each.arg in found and _is_none(default)]
    if not optional:
        return False
    arguments.update(dict.fromkeys(optional, NONE))
    return assume_inputs(run, definition, arguments, assumptions)


def assume_inputs(run: Run, definition: Definition, arguments: dict[str, Value], assumptions: Assumptions) -> bool:
    """Replace the open arguments of a function by assumed arrays. Whether there was one."""
    changed = assumptions.set_options(run, definition, arguments)
    receiver = only(arguments[definition.names[0]], Object) if definition.names else None
    if receiver is not None and definition.name != "__init__":
        made = _receiver(run, receiver, assumptions)
        if made is not None:
            arguments[definition.names[0]] = made
            changed = True
    return assume_arguments(run, definition, arguments, assumptions) or changed


def assume_arguments(
    run: Run,
    definition: Definition,
    arguments: dict[str, Value],
    assumptions: Assumptions,
    kinds: Mapping[str, Kind] | None = None,
) -> bool:
    """Replace the open arguments of a function, without its receiver. Open arguments with a default get the default.

    Args:
        run: the run.
        definition: the function.
        arguments: its arguments, which are changed in place.
        assumptions: the hypothesis.
        kinds: kinds of parameters beside those that the module tells.
    """
    found = {**(kinds or {}), **kinds_of_module(run, definition.path).of(definition)}
    changed = False
    for parameter, default in definition.parameters:
        name = parameter.arg
        value = arguments.get(name, BOTTOM)
        dtype = assumptions.dtype_for(definition, name, found.get(name))
        if dtype is not None and may_be_open(value):
            arguments[name] = assumed_value(run, value, dtype, name)
            if _is_none(default):
                arguments[name] = (arguments[name][0], *(NONE if definition.name == "__init__" else ()))
            changed = True
        elif default is not None and _is_open(value):
            arguments[name] = _default(run, name, default, value)
        elif value and not (definition.names and name == definition.names[0] and only(value, Object) is not None):
            assumed = _with_assumed_fields(run, value, assumptions)
            changed |= assumed is not value
            arguments[name] = assumed
    return changed


def _is_open(value: Value) -> bool:
    """Whether nothing says what a parameter is, or what the items of its tuple are."""
    item = only(value, Tuple)
    return is_unknown(value) or (item is not None and bool(item.items) and all(map(is_unknown, item.items)))


def _is_none(default: ast.expr | None) -> bool:
    """Whether the default of a parameter is None."""
    return isinstance(default, ast.Constant) and default.value is None


def _default(run: Run, name: str, node: ast.expr, value: Value) -> Value:
    """The value of a default that is a literal, or a name such as ``jnp.float32``.

    Flags stay open, so that both branches count.
    """
    if not all(isinstance(each, SIMPLE_DEFAULTS) for each in ast.walk(node)):
        return value
    from .functions import default_value

    with run.records.paused():
        found = default_value(run, name, node)
    is_flag = any(isinstance(item, Number) and item.kind == "bool" for item in found)
    return value if is_flag or not found or is_unknown(found) else found


def kinds_of_module(run: Run, path: str) -> ModuleKinds:
    """The kinds of the inputs of a module."""
    found = run.models.get(("kinds", path))
    if found is None:
        source = run.models.get(("source", path))
        if isinstance(source, Source):
            found = ModuleKinds(source.tree, partial(_imported_parameters, run, source.name))
        else:
            found = ModuleKinds(ast.Module([], []))
        run.models["kinds", path] = found
    assert isinstance(found, ModuleKinds)
    return found


def _imported_parameters(run: Run, module: str, name: str) -> list[tuple[str, Kind | None]]:
    """The parameters of a function that a module imports, ``solve`` or ``utils.solve``, with their kinds."""
    site = run.modules.get(module)
    frame = run.base.get(site) if site is not None else None
    for part in name.split("."):
        item = only(frame.fields.get(part, BOTTOM)) if frame is not None else None
        frame = run.base.get(run.modules[item.name]) if isinstance(item, Module) and item.name in run.modules else None
    if not isinstance(item, Function):
        return []
    kinds = kinds_of_module(run, item.definition.path).of(item.definition)
    return [(each, kinds.get(each)) for each in (*item.definition.names, *item.definition.keyword_only)]


# --------------------------------------------------------------------------------------------------------- arrays


def may_be_open(value: Value) -> bool:
    """Whether nothing says what an input holds, or that it is more than some array, or None."""
    return is_unknown(value) or any(isinstance(item, Array) and item.dtype is None for item in value)


def assumed_value(run: Run, value: Value, dtype: str, name: str) -> Value:
    """An array of an assumed dtype in place of an open input; None stays beside it."""
    if is_unknown(value):
        return (assumed_array(run, None, dtype, name),)
    arrays = [item for item in value if isinstance(item, Array)]
    shape = arrays[0].shape if len(arrays) == 1 else None
    return (assumed_array(run, shape, dtype, name), *(NONE if NONE[0] in value else ()))


def assumed_array(run: Run, shape: Any, dtype: str, name: str) -> Array:
    """An array of an assumed dtype."""
    origin = Origin("assumed", run.place, f"the assumption {name}: {dtype}")
    return Array(dtype, () if dtype.startswith("key") else shape, frozenset((origin,)), traced=True)


# --------------------------------------------------------------------------------------------------------- fields


def _with_assumed_fields(run: Run, value: Value, assumptions: Assumptions, depth: int = 0) -> Value:
    """A value whose instances and named tuples have assumed arrays in open fields; the value itself if it has none."""
    if depth > DEEPEST_FIELDS:
        return value
    items: list[Any] = []
    changed = False
    for item in value:
        if isinstance(item, Tuple) and item.cls is not None:
            info = run.classes[item.cls]
            names = [*info.fields(run)]
            fields = [
                _assumed_field(run, info, name, field, assumptions, depth)
                for name, field in zip(names, item.items, strict=False)
            ]
            if len(fields) == len(item.items) and any(a is not b for a, b in zip(fields, item.items, strict=True)):
                item = replace(item, items=tuple(fields))
                changed = True
        elif isinstance(item, Object):
            target = run.live.get(item.site)
            if target is not None and target.kind == "instance" and target.cls is not None:
                info = run.classes[target.cls]
                for name, field in [*target.fields.items()]:
                    assumed = _assumed_field(run, info, name, field, assumptions, depth)
                    if assumed is not field:
                        run.write(item.site, name, assumed)
                        changed = True
        items.append(item)
    return tuple(items) if changed else value


def _assumed_field(run: Run, info: ClassInfo, name: Any, value: Value, assumptions: Assumptions, depth: int) -> Value:
    if not isinstance(name, str):
        return value
    if may_be_open(value):
        kind = _kind_of_field(run, info, name)
        dtype = None if kind is None else assumptions.dtype_of(f"{info.module}.{info.name}.{name}", kind)
        return value if dtype is None else assumed_value(run, value, dtype, name)
    return _with_assumed_fields(run, value, assumptions, depth + 1)


def _kind_of_field(run: Run, info: ClassInfo, name: str) -> Kind | None:
    """The kind of a field, by the first class of the hierarchy that tells."""
    for site in info.mro:
        if isinstance(site, str):
            continue
        node, path = run.classes[site].node, run.classes[site].path
        kind = kinds_of_module(run, path).of_fields(node).get(name) if node is not None else None
        if kind is not None:
            return kind
    return None


# ------------------------------------------------------------------------------------------------------ receivers


def _receiver(run: Run, declared: Object, assumptions: Assumptions) -> Value | None:
    """The object of a method under an assumption: made by its class, or with assumed fields. None if nothing is."""
    target = run.live.get(declared.site)
    if target is None or target.kind != "instance" or target.cls is None:
        return None
    info = run.classes[target.cls]
    made = _made_by_class(run, info, assumptions)
    if made is not None:
        return made
    value: Value = (declared,)
    before = {**target.fields}
    assumed = _with_assumed_fields(run, value, assumptions)
    for name, kind in _open_fields(run, info, before).items():
        dtype = assumptions.dtype_of(f"{info.module}.{info.name}.{name}", kind)
        if dtype is not None:
            run.write(declared.site, name, (assumed_array(run, None, dtype, name),))
            assumed = (declared,)
    return assumed if assumed is not value else None


def _open_fields(run: Run, info: ClassInfo, known: dict[Any, Value]) -> dict[str, Kind]:
    """The fields of a class that no annotation declares, with their kinds."""
    if info.node is None or info.kind == "dataclass":
        return {}
    found = kinds_of_module(run, info.path).of_fields(info.node)
    return {name: kind for name, kind in found.items() if name not in known and info.find(run, name) is None}


def _made_by_class(run: Run, info: ClassInfo, assumptions: Assumptions) -> Value | None:
    """An instance by the class's own ``__init__`` with assumed inputs; None if it has none, or it fails.

    Where JAX refuses an operation in one branch of ``__init__``, there is no such object: the other branches count.
    """
    from .declared import declared_arguments

    found = info.find(run, "__init__")
    function = only(found, Function) if found else None
    if function is None or info.inherits("flax.linen.Module"):
        return None
    definition = function.definition
    if definition.node.args.vararg is not None or not definition.names:
        return None
    start = run.heap
    assert start is not None
    run.heap = start.branch()
    source = run.models.get(("source", definition.path), run.source)
    owner = function.frame if function.frame in run.live else info.frame
    with run.entering(owner, source, None, run.context):
        arguments = declared_arguments(run, function)
        arguments.pop(definition.names[0], None)
        assume = {**arguments, definition.names[0]: BOTTOM}
        is_assumed = assume_arguments(run, definition, assume, assumptions)
    assume.pop(definition.names[0])
    if not is_assumed:
        run.heap = start
        return None
    prepared = run.heap
    for believes in (True, False):
        run.heap = prepared.branch()
        with run.believing_refusals(believes):
            made = run.call((Class(info.site),), [], assume, label=("assumed receiver", info.site))
        if run.heap is not None and not is_unknown(made) and only(made, Object) is not None:
            _assume_parameters(run, made, assumptions)
            return made
    run.heap = start
    return None


def _assume_parameters(run: Run, value: Value, assumptions: Assumptions) -> None:
    """Give the floating arrays in an object whose dtype nobody chose the assumed dtype: they are a model's weights."""
    dtype = assumptions.dtype_of("", "float")
    if dtype is not None:
        _replace_accidents(run, value, dtype, "", 0)


def _replace_accidents(run: Run, value: Value, dtype: str, name: str, depth: int) -> Value:
    """A value with arrays of an assumed dtype; objects are changed in place."""
    items: list[Any] = []
    for item in value:
        if isinstance(item, Array) and item.dtype in FLOATS and kinds_of_origins(item.origins) == {"accident"}:
            item = assumed_array(run, item.shape, dtype, name)
        elif isinstance(item, Tuple) and depth <= DEEPEST_FIELDS:
            fields = tuple(_replace_accidents(run, one, dtype, name, depth + 1) for one in item.items)
            item = replace(item, items=fields) if fields != item.items else item
        elif isinstance(item, Items) and depth <= DEEPEST_FIELDS:
            item = replace(item, item=_replace_accidents(run, item.item, dtype, name, depth + 1))
        elif isinstance(item, Object) and depth <= DEEPEST_FIELDS:
            target = run.live.get(item.site)
            if target is not None and target.kind in ("instance", "list", "dict"):
                rest = _replace_accidents(run, target.rest, dtype, name, depth + 1)
                if rest != target.rest:
                    run.writable(item.site).rest = rest
                for key, field in [*target.fields.items()]:
                    changed = _replace_accidents(run, field, dtype, str(key), depth + 1)
                    if changed != field:  # of each of the objects that a summary stands for
                        run.writable(item.site).fields[key] = changed
        items.append(item)
    return tuple(dict.fromkeys(items))


__all__ = ["assume_arguments", "assume_inputs", "kinds_of_module"]
