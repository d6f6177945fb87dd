"""Lifted transformations of flax.linen: `nn.scan`, `nn.vmap`, `nn.remat`, `nn.jit` of classes and functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..call import Call
from ..iteration import known_items
from ..values import (
    BOTTOM,
    NONE,
    TRUE,
    Class,
    Object,
    Partial,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .control_flow import loop, scan
from .linen_mapped_variables import map_variables
from .linen_modules import call_bound, is_module, reset_names
from .mapped_axes import without_axis
from .registry import model
from .transformations import CALLERS, to_arrays, traced_outside

if TYPE_CHECKING:
    from ..run import Run

LIFTS: Final = {"flax.linen.scan": "scan", "flax.linen.vmap": "vmap", "flax.linen.remat": "remat",
                "flax.linen.checkpoint": "remat", "flax.linen.jit": "jit", "flax.linen.named_call": "named",
                "flax.linen.map_variables": "map_variables"}  # fmt: skip
"""The kind of each lifted transformation by its full name."""


@model(*LIFTS)
def lift(run: Run, call: Call) -> Value:
    """``nn.scan(target, ...)``: a class whose instances are lifted, or a function that gets a module first."""
    keywords = dict(call.keywords)
    target = call.arguments[0] if call.arguments else keywords.pop("target", BOTTOM) or keywords.pop("class_fn", BOTTOM)
    if not target:
        from ..values import External

        return (Partial((External(call.name),), (), tuple(keywords.items())),)
    kind = LIFTS[call.name]
    names = POSITIONAL.get(kind, ())
    options = {**dict(zip(names, call.arguments[1:], strict=False)), **keywords, "lift": of_constant(kind)}
    return each(target, lambda one: (Transformed("linen lifted", (one,), tuple(options.items())),))


POSITIONAL: Final = {"scan": ("variable_axes",), "vmap": ("variable_axes",), "remat": ("variables",),
                     "jit": ("variables",),
                     "map_variables": ("mapped_collections", "trans_in_fn", "trans_out_fn", "init",
                                       "mutable")}  # fmt: skip


def call_target(run: Run, item: Transformed, call: Call) -> Value:
    """Construct an instance of a lifted class, or call a lifted function with its module."""
    if only(item.function, Class) is not None:
        run.models["linen lift"] = (item,)
        try:
            return run.call(item.function, call.arguments, call.keywords, node=call.node, star=call.star,
                            double_star=call.double_star, label=("lifted", call.label))  # fmt: skip
        finally:
            run.models.pop("linen lift", None)
    module = only(call.arguments[0], Object) if call.arguments else None
    if module is None or not is_module(run, module):
        return run.unknown("a lifted function is called without a module")
    return _lifted(run, item, item.function, call, module)


CALLERS["linen lifted"] = call_target


def call_lifted(run: Run, item: Transformed, function: Value, call: Call, module: Object, *, active: bool) -> Value:
    """Call a method of an instance of a lifted class."""
    inner = (Transformed("linen method body", function, (("compact", TRUE if active else BOTTOM),)),)
    methods = item.option("methods")
    name = getattr(getattr(function[0], "definition", None), "name", None) if len(function) == 1 else None
    listed = known_items(run, methods) if methods and methods != NONE else [of_constant("__call__")]
    is_lifted = name is None or listed is None or name in [constant_of(each_name) for each_name in listed]
    if not is_lifted and only(function, Transformed) is None:
        return call_bound(run, module, function, call, is_compact=active)
    return _lifted(run, item, inner, call, module)


def _method_body(run: Run, item: Transformed, call: Call) -> Value:
    module = only(call.arguments[0], Object) if call.arguments else None
    if module is None:
        return run.unknown("a lifted method is called without its module")
    return call_bound(run, module, item.function, call, is_compact=bool(item.option("compact")))


CALLERS["linen method body"] = _method_body


def _lifted(run: Run, item: Transformed, function: Value, call: Call, module: Object) -> Value:
    kind = constant_of(item.option("lift"))
    if kind == "scan":
        return _scan(run, item, function, call, module)
    if kind == "vmap":
        return _vmap(run, item, function, call, module)
    if kind == "named":
        return run.call(function, call.arguments, call.keywords, node=call.node, label=("named", call.label))
    if kind in ("remat", "jit"):
        return _staged(run, item, function, call)
    if kind == "map_variables":
        return map_variables(run, item, function, call, module)
    for value in call.everything():
        run.escape(value, f"nn.{kind} is called with it")
    return run.unknown(f"the result of nn.{kind}")


def _staged(run: Run, item: Transformed, function: Value, call: Call) -> Value:
    """`nn.remat` and `nn.jit`: the arguments that are not static are traced."""
    numbers = constant_of(item.option("static_argnums") or NONE)
    static = (numbers,) if isinstance(numbers, int) else numbers if isinstance(numbers, tuple) else ()
    arguments = [
        value if index == 0 or index in static else to_arrays(run, value, ("argument", index))
        for index, value in enumerate(call.arguments)
    ]
    keywords = {name: to_arrays(run, value, name) for name, value in call.keywords.items()}
    flag = traced_outside(run, call.arguments[1:])
    with run.staging():
        result = run.call(function, arguments, keywords, node=call.node, star=call.star, double_star=call.double_star,
                          label=("lifted", call.label))  # fmt: skip
    if run.heap is None:
        return BOTTOM
    return to_arrays(run, result, ("result", id(call.node), call.label), flag=flag)


def _mark_lifted(run: Run, module: Object) -> None:
    """Note that the variables of a module have one more axis outside of the transformation.

    If the module has several possible paths, that holds for all variables.
    """
    fields = run.object(module).fields
    path = constant_of(fields.get(("path",), BOTTOM))
    for root in fields.get(("root",), ()):
        if isinstance(root, Object):
            run.write(root.site, ("lifted", path if isinstance(path, tuple) else ()), TRUE)


def _axes(run: Run, value: Value, count: int, default: int) -> list[Any]:
    """The axis of each argument: a number, ``None`` or an unknown constant."""
    items = known_items(run, value) if value else None
    if items is not None:
        return [constant_of(each_item) if not is_broadcast(each_item) else None for each_item in items]
    if value and is_broadcast(value):
        return [None] * count
    return [constant_of(value) if value else default] * count


def is_broadcast(value: Value) -> bool:
    """Whether a value is ``nn.broadcast``, so that an argument has no axis."""
    return value == NONE or any(getattr(item, "name", "").endswith(".broadcast") for item in value)


def _scan(run: Run, item: Transformed, function: Value, call: Call, module: Object) -> Value:
    """``nn.scan``: the carry is the first argument, the others are scanned over or broadcast."""
    from ..pytrees import map_leaves

    _mark_lifted(run, module)
    if len(call.arguments) < 2 or not call.is_exact or call.keywords:
        return run.unknown("nn.scan is called with arguments that are not known")
    rest = call.arguments[2:]
    axes = _axes(run, item.option("in_axes"), len(rest), 0)
    axes += [0] * (len(rest) - len(axes))
    prepared: list[Value] = []
    for index, (value, axis) in enumerate(zip(rest, axes, strict=False)):
        if axis is None or axis == 0:
            prepared.append(value)
            continue

        def moved(leaf: Value, axis: Any = axis) -> Value:
            return each(leaf, lambda one: (_leading(without_axis(one, axis)),))

        prepared.append(map_leaves(run, value, moved, ("moved", id(call.node), index)))
    scanned = tuple(value for value, axis in zip(prepared, axes, strict=False) if axis is not None)
    kept = (Tuple(tuple(value if axis is None else NONE for value, axis in zip(prepared, axes, strict=False))),)
    flags = of_constant(tuple(axis is None for axis in axes))
    body = (Transformed("linen scan body", function, (("module", (module,)), ("kept", kept), ("flags", flags))),)
    inner = Call([body, call.arguments[1], (Tuple(scanned),)], {}, call.node, label=("nn.scan", call.label))
    return scan(run, inner)


def _leading(item: Any) -> Any:
    from dataclasses import replace

    shape = getattr(item, "shape", None)
    return item if shape is None else replace(item, shape=(None, *shape))


def _scan_body(run: Run, item: Transformed, call: Call) -> Value:
    carry, scanned = call.arguments
    module = item.option("module")
    kept = known_items(run, item.option("kept")) or []
    flags = constant_of(item.option("flags"))
    queue = iter(known_items(run, scanned) or [])
    rest = [value if is_kept else next(queue, BOTTOM) for value, is_kept in zip(kept, flags, strict=True)]
    target = only(module, Object)
    saved = {} if target is None else _cursors(run, target)
    result = run.call(item.function, [module, carry, *rest], {}, node=call.node, label=("body", call.label))
    if target is not None and run.heap is not None:
        reset_names(run, target)
        run.writable(target.site).fields.update(saved)
    return result


def _cursors(run: Run, module: Object) -> dict[Any, Value]:
    fields = run.object(module).fields
    return {key: value for key, value in fields.items() if isinstance(key, tuple) and key[0] == "cursor"}


CALLERS["linen scan body"] = _scan_body


def _vmap(run: Run, item: Transformed, function: Value, call: Call, module: Object) -> Value:
    """``nn.vmap``: the arguments behind the module have one axis less."""
    _mark_lifted(run, module)
    body = (Partial(function, ((module,),), ()),)
    options = [(name, item.option(name)) for name in ("in_axes", "out_axes") if item.option(name)]
    return run.call((Transformed("vmap", body, tuple(options)),), call.arguments[1:], call.keywords, node=call.node,
                    star=call.star, double_star=call.double_star, label=("nn.vmap", call.label))  # fmt: skip


@model("flax.linen.while_loop")
def _while_loop(run: Run, call: Call) -> Value:
    """``nn.while_loop(cond_fn, body_fn, module, init)``."""
    module = call.get(2, "target")
    functions = [
        (Partial(call.get(position, name), (module,), ()),) for position, name in enumerate(("cond_fn", "body_fn"))
    ]
    inner = Call([*functions, call.get(3, "init")], {}, call.node, label=("nn.while_loop", call.label))
    inner.name = "jax.lax.while_loop"
    return loop(run, inner)
