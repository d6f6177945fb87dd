"""Functions of einops: they move, repeat or reduce axes, and keep the dtype as JAX's own functions do.

Source: einops 0.8: ``rearrange`` and ``repeat`` copy values; a list of arrays is stacked first; ``reduce`` calls the
array's own method and rejects the mean of integers; ``einsum`` calls ``einsum`` of the first array's library.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..arrays import is_traced
from ..call import Call
from ..iteration import known_items, new_sequence
from ..values import (
    ANY_INT,
    BOTTOM,
    Array,
    External,
    Number,
    NumPyArray,
    Object,
    Shape,
    Text,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

FLOAT_DTYPES = ("float16", "float32", "float64", "bfloat16", "weak_float")
"""The dtypes whose mean einops accepts."""
REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")
ELLIPSIS_AXIS = "..."

Side = list[list[str]]
"""One side of a pattern: the names of the axes in each group.

A group in parentheses ends with the unit axis ``1``, so that ``(...)`` and ``...`` differ.
"""


# ------------------------------------------------------------------------------------------------------ patterns


def parse_side(text: str) -> Side:
    """The groups of one side of a pattern: ``b (h w) ...`` has three."""
    groups: Side = []
    for group, name in re.findall(r"\(([^)]*)\)|(\S+)", text.replace("\N{HORIZONTAL ELLIPSIS}", ELLIPSIS_AXIS)):
        groups.append([name] if name else [*group.split(), "1"])
    return groups


def result_shape(shape: Shape | None, pattern: str, sizes: Mapping[str, int | None]) -> Shape | None:
    """The shape behind a pattern; None if unknown.

    Args:
        shape: the shape of the array.
        pattern: ``left -> right``.
        sizes: the sizes that the call states by name.
    """
    left_text, _, right_text = pattern.partition("->")
    left, right = parse_side(left_text), parse_side(right_text)
    axes: dict[str, int | None] = dict(sizes)
    middle: list[int | str | None] | None = None
    if shape is not None:
        before = next((index for index, group in enumerate(left) if group == [ELLIPSIS_AXIS]), None)
        if before is not None:
            count = len(shape) - (len(left) - 1)
            middle = list(shape[before : before + count])
            left = left[:before] + left[before + 1 :]
            shape = (*shape[:before], *shape[before + count :])
        if len(left) == len(shape):
            for group, size in zip(left, shape, strict=True):
                _measure(group, size, axes)
    found: list[int | str | None] = []
    for group in right:
        if ELLIPSIS_AXIS in group:
            if middle is None:
                return None
            if group == [ELLIPSIS_AXIS]:
                found += middle
                continue
            known = [size for size in middle if isinstance(size, int)]
            lengths = [*known, *(_size(name, axes) for name in group if name != ELLIPSIS_AXIS)]
            found.append(_product(lengths) if len(known) == len(middle) else None)
        else:
            found.append(_product([_size(name, axes) for name in group]))
    return tuple(found)


def _measure(group: Sequence[str], size: int | str | None, axes: dict[str, int | None]) -> None:
    """Note the size of the only axis in a group that is not known yet."""
    unknown = [name for name in group if not name.isdigit() and axes.get(name) is None]
    if len(unknown) != 1 or not isinstance(size, int):
        return
    rest = _product([_size(name, axes) for name in group if name != unknown[0]])
    if rest:
        axes[unknown[0]] = size // rest


def _size(name: str, axes: Mapping[str, int | None]) -> int | None:
    return int(name) if name.isdigit() else axes.get(name)


def _product(sizes: Sequence[int | None]) -> int | None:
    return None if None in sizes else math.prod(size for size in sizes if size is not None)


def reduces(pattern: str) -> bool:
    """Whether a pattern of ``reduce`` removes an axis."""
    left, _, right = pattern.partition("->")
    kept = {name for group in parse_side(right) for name in group}
    return any(name not in kept for group in parse_side(left) for name in group)


# ----------------------------------------------------------------------------------------------------- functions


def _array_argument(run: Run, call: Call, name: str) -> Value:
    """The array of a call; a list of arrays is stacked."""
    value = call.get(0, name)

    def one(item: Any) -> Value:
        if isinstance(item, (Array, NumPyArray, Unknown)):
            return (item,)
        items = known_items(run, (item,)) if isinstance(item, (Object, Tuple)) else None
        if not items:
            return run.unknown(f"{call.name} of a {type(item).__name__}")
        is_numpy = all(isinstance(part, NumPyArray) for each_item in items for part in each_item)
        stack = External("numpy.stack" if is_numpy else "jax.numpy.stack")
        return run.call((stack,), [(item,)], {}, node=call.node, label="stacked")

    return each(value, one)


def _sizes(call: Call, parameters: Sequence[str]) -> dict[str, int | None]:
    sizes: dict[str, int | None] = {}
    for name, value in call.keywords.items():
        if name not in parameters:
            number = constant_of(value)
            sizes[name] = number if isinstance(number, int) else None
    return sizes


def _pattern(call: Call, position: int = 1) -> str | None:
    constant = constant_of(call.get(position, "pattern"))
    return constant if isinstance(constant, str) else None


def _moved(run: Run, item: Any, shape: Shape | None) -> Value:
    if isinstance(item, Array):
        return (Array(item.dtype, shape, item.origins, cause=item.cause, traced=is_traced(run, [item])),)
    if isinstance(item, NumPyArray):
        return (replace(item, shape=shape, is_scalar=False if item.is_scalar is False else None),)
    return (item,)


@model("einops.rearrange", "einops.repeat")
def rearrange(run: Run, call: Call) -> Value:
    """``rearrange(x, pattern, **sizes)`` and ``repeat``: the dtype stays."""
    pattern = _pattern(call)
    sizes = _sizes(call, ("tensor", "pattern"))

    def one(item: Any) -> Value:
        shape = None if pattern is None or not call.is_exact else result_shape(item.shape, pattern, sizes)
        return _moved(run, item, shape)

    array = _array_argument(run, call, "tensor")
    return each(array, lambda item: (item,) if isinstance(item, Unknown) else one(item))


@model("einops.reduce")
def reduce(run: Run, call: Call) -> Value:
    """``reduce(x, pattern, "mean", **sizes)``: the dtype is that of the array's method."""
    from ..attributes import get_attribute

    pattern = _pattern(call)
    reduction = call.get(2, "reduction")
    method = constant_of(reduction)
    sizes = _sizes(call, ("tensor", "pattern", "reduction"))
    array = _array_argument(run, call, "tensor")

    def one(item: Any) -> Value:
        if isinstance(item, Unknown):
            return (item,)
        if pattern is None:
            return run.unknown("the pattern of einops.reduce is not known")
        shape = result_shape(item.shape, pattern, sizes) if call.is_exact else None
        if not reduces(pattern):
            return _moved(run, item, shape)
        if only(reduction, Text) is None:
            axes: Value = (External("builtins.tuple"),)
            result = run.call(reduction, [(item,), run.call(axes, [], {}, label="axes")], {}, node=call.node)
        elif method not in REDUCTIONS:
            return run.unknown("the reduction of einops.reduce is not known")
        elif method == "mean" and item.dtype is not None and item.dtype not in FLOAT_DTYPES:
            return BOTTOM  # einops raises a NotImplementedError
        else:
            function = get_attribute(run, (item,), str(method))
            result = run.call(function, [], {"axis": ANY_INT}, node=call.node, label="reduced")
        return each(result, lambda found: _moved(run, found, shape))

    return each(array, one)


@model("einops.einsum")
def einsum(run: Run, call: Call) -> Value:
    """``einops.einsum(a, b, "i j, j k -> i k")``: the arrays are promoted as by ``jnp.einsum``."""
    constant = constant_of(call.arguments[-1]) if call.arguments else None
    if not isinstance(constant, str) or not call.is_exact:
        return run.unknown("the pattern of einops.einsum is not known")
    tensors = call.arguments[:-1]
    kinds = {type(item) for value in tensors for item in value}
    if Unknown in kinds or not kinds <= {Array, NumPyArray} or not tensors or only(tensors[0]) is None:
        return run.unknown("an array of einops.einsum is not known")
    if isinstance(tensors[0][0], NumPyArray) and Array in kinds:
        return run.unknown("einops.einsum of NumPy's arrays and JAX's")
    library = "jax.numpy" if Array in kinds else "numpy"
    subscripts = of_constant(_subscripts(constant))
    return run.call((External(f"{library}.einsum"),), [subscripts, *tensors], {}, node=call.node, label="einsum")


def _subscripts(pattern: str) -> str:
    """The pattern with one letter for each axis, as ``jnp.einsum`` reads it."""
    letters: dict[str, str] = {}
    text = ""
    for part in re.findall(r"\.\.\.|->|,|\w+", pattern.replace("\N{HORIZONTAL ELLIPSIS}", ELLIPSIS_AXIS)):
        is_axis = part[0].isalnum() or part[0] == "_"
        text += letters.setdefault(part, chr(ord("a") + len(letters))) if is_axis else part
    return text


@model("einops.pack")
def pack(run: Run, call: Call) -> Value:
    """``pack(arrays, pattern)``: the arrays are concatenated; the shapes come as a list."""
    joined = run.call((External("jax.numpy.concatenate"),), [call.get(0, "tensors")], {}, node=call.node, label="pack")
    packed = each(joined, lambda item: _moved(run, item, None))
    return (Tuple((packed, new_sequence(run, None, run.unknown("the shape of a packed array")))),)


@model("einops.unpack")
def unpack(run: Run, call: Call) -> Value:
    """``unpack(array, shapes, pattern)``: a list of arrays of the same dtype."""
    part = each(call.get(0, "tensor"), lambda item: _moved(run, item, None))
    shapes = known_items(run, call.get(1, "packed_shapes"))
    return new_sequence(run, None if shapes is None else [part] * len(shapes), part)


@model("einops.asnumpy")
def as_numpy(run: Run, call: Call) -> Value:
    """``asnumpy(array)``: NumPy's array of the same dtype."""
    return run.call((External("numpy.asarray"),), [call.get(0, "tensor")], {}, node=call.node, label="numpy")


@model("einops.parse_shape")
def parse_shape(run: Run, call: Call) -> Value:
    """``parse_shape(array, pattern)``: a dict of sizes by axis."""
    pattern = _pattern(call)
    if pattern is None:
        return run.unknown("the pattern of einops.parse_shape is not known")
    names = [name for name in pattern.split() if name not in ("_", ELLIPSIS_AXIS) and not name.isdigit()]
    item = only(call.get(0, "x"), (Array, NumPyArray))
    sizes: dict[str, int | None] = {}
    if item is not None and item.shape is not None and ELLIPSIS_AXIS not in pattern:
        for name, size in zip(pattern.split(), item.shape, strict=False):
            _measure([name], size, sizes)
    fields: dict[Any, Value] = {
        name: (Number("int"),) if sizes.get(name) is None else of_constant(sizes[name]) for name in names
    }
    return run.allocate("dict", fields)
