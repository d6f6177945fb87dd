"""The axes that `vmap` takes from its arguments and adds to its results, one for each leaf of a tree."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...jaxtyping.shapes import Size
from ..arrays import traced
from ..iteration import known_items
from ..pytrees import LEAF, children_of, flatten, unflatten
from ..transformed_shapes import check_mapped_axis
from ..values import (
    BOTTOM,
    NONE,
    Array,
    External,
    Number,
    NumPyArray,
    Object,
    Value,
    constant_of,
    each,
    is_unknown,
    only,
)
from .pytree_classes import REFERENCES

if TYPE_CHECKING:
    from ..run import Run


def size_of_axis(item: Any, axis: Any) -> Size:
    """The size of an axis of an array, if it is known."""
    shape = getattr(item, "shape", None) or ()
    return shape[axis] if isinstance(axis, int) and -len(shape) <= axis < len(shape) else None


def without_axis(item: Any, axis: Any) -> Any:
    """An array without one of its axes; without a shape if the axis is not known."""
    if not isinstance(item, (Array, NumPyArray)):
        return item
    shape = item.shape
    if shape is not None:
        if not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
            shape = None
        else:
            position = axis % len(shape)
            shape = shape[:position] + shape[position + 1 :]
    if isinstance(item, Array):
        return replace(item, shape=shape)
    return NumPyArray(item.dtype, shape, False, origins=item.origins)


def with_axis(item: Any, axis: Any, size: Size) -> Any:
    """An array with one more axis; without a shape if the axis is not known."""
    if not isinstance(item, Array) or item.shape is None:
        return item
    if not isinstance(axis, int) or not -len(item.shape) - 1 <= axis <= len(item.shape):
        return replace(item, shape=None)
    position = axis % (len(item.shape) + 1)
    return replace(item, shape=(*item.shape[:position], size, *item.shape[position:]))


DEEPEST_TREE = 24
"""Trees of axes below this depth are unknown: a list may hold itself."""


def leaf_axes(run: Run, axes: Value, value: Value, depth: int = 0) -> list[Value] | None:
    """The axis of each leaf of a tree, by a tree of axes that may end above the leaves; None if they do not fit."""
    if axes == NONE or is_unknown(axes) or only(axes, Number) is not None:
        return [axes] * len(flatten(run, value)[0])
    inner, parts = children_of(run, axes), children_of(run, value)
    if depth > DEEPEST_TREE or inner is None or parts is None or inner[0] != parts[0] or len(inner[1]) != len(parts[1]):
        return None
    found: list[Value] = []
    for axis, part in zip(inner[1], parts[1], strict=True):
        more = leaf_axes(run, axis, part, depth + 1)
        if more is None:
            return None
        found += more
    return found


class MappedAxes:
    """The mapped axes of one call of a function under `vmap`.

    Args:
        run: the run.
        node: the call's syntax node.
        in_axes: the axes of the arguments; empty for the first axis of each.
        size: the size of the mapped axis, if it is stated.
    """

    def __init__(self, run: Run, node: ast.AST, in_axes: Value, size: Any = None) -> None:
        self.run, self.call_node, self.node, self.in_axes = run, node, id(node), in_axes
        self.each_axis = known_items(run, in_axes) if in_axes else None
        self.size: Size = size if isinstance(size, int) else None

    def axes_of(self, index: int) -> Value:
        """The axes of an argument."""
        if self.each_axis is not None and index < len(self.each_axis):
            return self.each_axis[index]
        return self.in_axes or (Number("int", 0),)

    def take(self, value: Value, axes: Value, label: Any) -> Value:
        """An argument as the function gets it: each mapped array has one axis less. Other leaves stay as they are."""
        if axes == NONE:
            return value

        def one(item: Any, axis: Value) -> Any:
            number = constant_of(axis)
            if isinstance(item, External) or (number is None and axis == NONE):
                return item
            if isinstance(item, Object) and not self.run.models.get(REFERENCES):
                return self.run.unknown("vmap gets an object that may be a pytree")[0]
            size = size_of_axis(item, number)
            check_mapped_axis(self.run, self.call_node, item, number, self.size)
            self.size = self.size if size is None else size
            return without_axis(traced(self.run, (item,))[0], number)

        return self._changed(value, axes, one, ("without axis", label))

    def add(self, value: Value, axes: Value, label: Any, flag: bool | None) -> Value:
        """A result as the caller gets it: each array has one axis more. A number that is not mapped stays a number.

        Args:
            value: the result.
            axes: its axes.
            label: tells apart several results.
            flag: whether the result is traced.
        """

        def one(item: Any, axis: Value) -> Any:
            if axis == NONE and not isinstance(item, Array):
                return item
            array = traced(self.run, (item,), flag)[0]
            return array if axis == NONE else with_axis(array, constant_of(axis), self.size)

        return self._changed(value, axes, one, ("batched", label))

    def _changed(self, value: Value, axes: Value, change: Callable[[Any, Value], Any], label: Any) -> Value:
        leaves, structure = flatten(self.run, value)
        if self.run.heap is None:
            return BOTTOM  # code of the program that flattens the value has raised an error
        found = leaf_axes(self.run, axes, value)
        if found is None or len(found) != len(leaves):
            found = [self.run.unknown("the axis of a leaf is not known")] * len(leaves)
        changed = [
            each(leaf, lambda item, axis=axis: (change(item, axis),))  # type: ignore[misc]
            for leaf, axis in zip(leaves, found, strict=True)
        ]
        if structure == LEAF:
            return changed[0]
        if changed == leaves:
            return value
        return unflatten(self.run, structure, iter(changed), (self.node, label))
