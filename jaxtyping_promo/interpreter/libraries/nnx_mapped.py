"""`nnx.scan` and `nnx.vmap`: functions that are mapped over arrays, and over the variables of modules.

Modules are passed by reference, as `nnx` does. The variables of a module that is mapped over have one axis less inside
than outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...jaxtyping.shapes import Size
from ..call import Call
from ..iteration import known_items
from ..pytrees import map_leaves
from ..values import (
    BOTTOM,
    NONE,
    External,
    Object,
    Partial,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    is_unknown,
    of_constant,
    only,
)
from .control_flow import scan
from .mapped_axes import size_of_axis, with_axis, without_axis
from .nnx_graphs import VARIABLE, inherits, walk
from .pytree_classes import nnx_references
from .registry import model
from .transformations import CALLERS, without_shape

if TYPE_CHECKING:
    from ..run import Run


@model("flax.nnx.scan", "flax.nnx.vmap", "flax.nnx.pmap")
def _mapped(run: Run, call: Call) -> Value:
    """``nnx.scan(f, in_axes=..., out_axes=...)``, or ``nnx.scan(...)`` as a decorator with options."""
    keywords = dict(call.keywords)
    function = call.arguments[0] if call.arguments else keywords.pop("f", BOTTOM)
    if not function:
        return (Partial((External(call.name),), (), tuple(keywords.items())),)
    kind = "nnx scan" if call.short_name == "scan" else "nnx vmap"
    return each(function, lambda item: (Transformed(kind, (item,), tuple(keywords.items())),))


@model("flax.nnx.StateAxes", "flax.nnx.transforms.iteration.StateAxes")
def _state_axes(run: Run, call: Call) -> Value:
    """``nnx.StateAxes({filter: axis})``: the axes of the variables of a module."""
    return run.allocate("instance", {"axes": call.get(0, "axes")}, label="StateAxes")


def is_carry(axis: Value) -> bool:
    """Whether an axis is ``nnx.Carry``."""
    item = only(axis, External)
    return item is not None and item.name.endswith(".Carry")


def _axes(run: Run, value: Value, count: int, default: list[Value]) -> list[Value] | None:
    """The axis of each argument or result; None if they are not known."""
    if not value:
        return default
    if is_unknown(value):
        return None
    items = known_items(run, value) if only(value, Tuple) is not None else None
    return [value] * count if items is None else items if len(items) == count else None


class Mapped:
    """The modules that one call maps over.

    Args:
        run: the run.
        call: the call.
    """

    def __init__(self, run: Run, call: Call) -> None:
        self.run, self.call = run, call
        self.size: Size = None
        self.seen: set[Any] = set()
        self.variables: list[tuple[Object, Any]] = []

    def enter(self, value: Value, axis: Value) -> None:
        """Take the mapped axis from each variable of an argument."""
        number = constant_of(axis)
        for item in _variables(self.run, value, self.seen):
            self.variables.append((item, number))
            self._change(item, lambda one: self._inside(one, number))

    def _inside(self, item: Any, number: Any) -> Any:
        size = size_of_axis(item, number)
        self.size = self.size if size is None else size
        return without_axis(item, number)

    def leave(self) -> None:
        """Give the axis back to the variables of the arguments."""
        for item, number in self.variables:
            self._change(item, lambda one, number=number: self._outside(one, number))  # type: ignore[misc]

    def made(self, value: Value, axis: Value) -> None:
        """Add the mapped axis to the variables of modules that the function makes."""
        for item in _variables(self.run, value, self.seen):
            self._change(item, lambda one: self._outside(one, constant_of(axis)))

    def _outside(self, item: Any, number: Any) -> Any:
        return with_axis(item, number, self.size)

    def _change(self, item: Object, change: Callable[[Any], Any]) -> None:
        held = self.run.object(item).get("value") or BOTTOM
        self.run.write(item.site, "value", each(held, lambda one: (change(one),)))


def _variables(run: Run, value: Value, seen: set[Any]) -> list[Object]:
    """The variables in a tree that are not in `seen`."""
    found: list[Object] = []
    for item in value:
        found += (
            one
            for _, leaf in walk(run, (item,), (), seen)
            for one in leaf
            if isinstance(one, Object) and inherits(run, one, VARIABLE)
        )
    return found


def _inner(run: Run, value: Value, axis: Value, label: Any) -> Value:
    """An argument as the function of a scan gets it: arrays have one axis less."""
    if axis == NONE:
        return value
    number = constant_of(axis)
    return map_leaves(run, value, lambda leaf: each(leaf, lambda one: (without_axis(one, number),)), ("inner", label))


def _call_vmap(run: Run, item: Transformed, call: Call) -> Value:
    """The variables of modules that are mapped over have one axis less inside of the function."""
    axes = _axes(run, item.option("in_axes"), len(call.arguments), [of_constant(0)] * len(call.arguments))
    mapped = Mapped(run, call)
    for index, value in enumerate(call.arguments):
        axis = axes[index] if axes is not None else BOTTOM
        if axis != NONE:
            mapped.enter(value, axis)
    size = constant_of(item.option("axis_size"))
    mapped.size = size if isinstance(size, int) else mapped.size
    inner = replace(item, kind="vmap", function=(Transformed("nnx body", item.function),))
    with nnx_references(run, is_on=True):
        result = CALLERS["vmap"](run, inner, call)
    if run.heap is not None:
        mapped.leave()
        mapped.made(result, item.option("out_axes") or of_constant(0))
    return result


def _call_scan(run: Run, item: Transformed, call: Call) -> Value:
    """The carry is the argument whose axis is `nnx.Carry`; the others are scanned over, or passed as they are."""
    axes = _axes(run, item.option("in_axes"), len(call.arguments), _default_axes())
    if axes is None or len(axes) != len(call.arguments) or not call.is_exact or call.keywords:
        for value in call.everything():
            run.escape(value, "nnx.scan is called with it")
        return run.unknown("nnx.scan is called with arguments that are not known")
    carries = [index for index, axis in enumerate(axes) if is_carry(axis)]
    if len(carries) > 1:
        return run.unknown("nnx.scan has several carries")
    mapped = Mapped(run, call)
    for index, (value, axis) in enumerate(zip(call.arguments, axes, strict=True)):
        if index not in carries and axis != NONE and not _is_carried(run, axis):
            mapped.enter(value, axis)
    with nnx_references(run, is_on=True):
        return _scan(run, item, call, axes, carries, mapped)


def _scan(run: Run, item: Transformed, call: Call, axes: list[Value], carries: list[int], mapped: Mapped) -> Value:
    arguments = [
        BOTTOM if index in carries else _inner(run, value, axis, (id(call.node), index))
        for index, (value, axis) in enumerate(zip(call.arguments, axes, strict=True))
    ]
    options = (("arguments", (Tuple(tuple(arguments)),)), ("outs", item.option("out_axes")))
    body: Value = (Transformed("nnx scan body", (Transformed("nnx body", item.function),), options),)
    init = call.arguments[carries[0]] if carries else NONE
    result = scan(run, Call([body, init], {}, call.node, label=("nnx.scan", call.label)))
    if run.heap is None:
        return BOTTOM
    mapped.leave()
    pair = known_items(run, result)
    return result if pair is None else _outer(run, item, pair[0], pair[1], mapped)


def _is_carried(run: Run, axes: Value) -> bool:
    """Whether the variables of a module are carried, or the same in every turn: ``StateAxes({...: nnx.Carry})``."""
    item = only(axes, Object)
    held = only(run.object(item).fields.get("axes", BOTTOM), Object) if item is not None else None
    found = run.object(held) if held is not None else None
    if found is None or not found.is_known:
        return False
    return all(axis == NONE or is_carry(axis) for axis in found.fields.values())


def _default_axes() -> list[Value]:
    return [(External("flax.nnx.Carry"),), of_constant(0)]


def _outer(run: Run, item: Transformed, carry: Value, ys: Value, mapped: Mapped) -> Value:
    """The results of a scan in the order of ``out_axes``; stacked results have one more axis."""
    outs = item.option("out_axes")
    parts = known_items(run, ys) or []
    axes = _axes(run, outs, len(parts) if outs else 2, _default_axes())
    if outs and is_carry(outs):
        return carry
    stacked: list[Value] = []
    for index, part in enumerate(parts):
        axis = axes[index] if axes is not None else BOTTOM
        if is_carry(axis):
            stacked.append(carry)
            continue
        mapped.made(part, axis)
        label = ("outer", id(mapped.call.node), index)
        stacked.append(map_leaves(run, part, lambda leaf: without_shape(leaf), label))
    is_tuple = not outs or only(outs, Tuple) is not None
    return (Tuple(tuple(stacked)),) if is_tuple else stacked[0] if stacked else BOTTOM


def _scan_body(run: Run, item: Transformed, call: Call) -> Value:
    """One turn: the function's results, with the carry apart from the others."""
    arguments = [value or call.arguments[0] for value in known_items(run, item.option("arguments")) or []]
    result = run.call(item.function, arguments, {}, node=call.node, label=("body", call.label))
    if run.heap is None:
        return BOTTOM
    outs = item.option("outs")
    if outs and is_carry(outs):
        return (Tuple((result, (Tuple(()),))),)
    is_tuple = not outs or only(outs, Tuple) is not None
    parts = known_items(run, result) if is_tuple else [result]
    axes = None if parts is None else _axes(run, outs, len(parts), _default_axes())
    if parts is None or axes is None or len(axes) != len(parts):
        return run.unknown("the results of the function of nnx.scan")
    carried = [part for part, axis in zip(parts, axes, strict=True) if is_carry(axis)]
    others = tuple(NONE if is_carry(axis) else part for part, axis in zip(parts, axes, strict=True))
    return (Tuple((carried[0] if carried else NONE, (Tuple(others),))),)


def _call_body(run: Run, item: Transformed, call: Call) -> Value:
    """The function of a transformation of nnx, in which JAX's own transformations copy modules."""
    with nnx_references(run, is_on=False):
        return run.call(item.function, call.arguments, call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=("nnx body", call.label))  # fmt: skip


CALLERS["nnx body"] = _call_body
CALLERS["nnx scan"] = _call_scan
CALLERS["nnx vmap"] = _call_vmap
CALLERS["nnx scan body"] = _scan_body
