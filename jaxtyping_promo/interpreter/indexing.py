"""Indexing of arrays: the dtype stays, and the shape follows from the index where both are known."""

from __future__ import annotations

import ast
from typing import Any

from ..jaxtyping.shapes import ShapeError, shown_rank
from .arrays import is_traced
from .makers import kept_maker
from .run import Run
from .shape_findings import result_or_none
from .values import (
    ABSENT,
    BOTTOM,
    Array,
    Number,
    NumPyArray,
    Shape,
    Singleton,
    Slice,
    Text,
    Tuple,
    Value,
    constant_of,
)


def indexed_array(run: Run, item: Array | NumPyArray, index: Value, node: ast.AST) -> Value:
    """``array[index]``."""
    from .findings import check_index

    if check_index(run, item, index, node) and isinstance(item, Array):
        return BOTTOM if run.ends_at_refusals else (Array(None, cause="JAX rejects the index"),)
    shape = result_or_none(
        run, node, "JAX rejects this for axes", [item.shape], lambda: indexed_shape(item.shape, index)
    )
    if isinstance(item, Array):
        traced, maker = is_traced(run, [item]), kept_maker(item.maker, index)
        return (Array(item.dtype, shape, item.origins, cause=item.cause, traced=traced, maker=maker),)
    if any(isinstance(one, Text) for one in index):
        return (NumPyArray(None, None, None),)  # a field of a structured array
    if any(isinstance(one, Array) for one in index):
        return (NumPyArray(item.dtype, shape, None, origins=item.origins),)
    is_scalar = None if shape is None else shape == ()
    return (NumPyArray(item.dtype, shape, is_scalar, origins=item.origins),)


def indexed_shape(shape: Shape | None, index: Value) -> Shape | None:
    """The shape of ``x[index]``; None if unknown.

    Raises:
        ShapeError: there are more indices than axes.
    """
    if len(index) != 1:
        return None
    parts = list(index[0].items) if isinstance(index[0], Tuple) else [index]
    items = [part[0] if len(part) == 1 else None for part in parts]
    if shape is None:
        return None
    consumed = sum(1 for one in items if one is not None and not isinstance(one, Singleton))
    count = sum(1 for one in items if _takes_an_axis(one))
    if count > len(shape):
        raise ShapeError(f"{count} indices for an array with {shown_rank(len(shape))}")
    result: list[Any] = []
    position = 0
    arrays: list[Shape | None] = []
    array_at: int | None = None
    for one in items:
        match one:
            case Singleton(kind="NoneType"):
                result.append(1)
            case Singleton(kind="ellipsis"):
                count = len(shape) - consumed
                result += shape[position : position + count]
                position += count
            case Number(kind="int") if position < len(shape):
                position += 1
            case Slice() if position < len(shape):
                result.append(_sliced(shape[position], one))
                position += 1
            case Array() | NumPyArray() if one.dtype is not None and "int" in one.dtype and position < len(shape):
                arrays.append(one.shape)
                array_at = len(result) if array_at is None else array_at
                position += 1
            case _:
                return None
    result += shape[position:]
    if arrays:
        if len(arrays) > 1 or arrays[0] is None or array_at is None:
            return None
        result[array_at:array_at] = arrays[0]
    return tuple(result)


def _takes_an_axis(item: Any) -> bool:
    """Whether an index certainly selects along one axis: an integer, a slice, or an array of integers."""
    if isinstance(item, (Array, NumPyArray)):
        return item.dtype is not None and "int" in item.dtype
    return isinstance(item, Slice) or (isinstance(item, Number) and item.kind == "int")


def _sliced(size: Any, bounds: Slice) -> Any:
    """The size of an axis behind a slice."""
    numbers = [constant_of(bound) for bound in (bounds.start, bounds.stop, bounds.step)]
    if numbers == [None, None, None] or (numbers[:2] == [None, None] and numbers[2] == -1):
        return size
    if not isinstance(size, int) or any(number is ABSENT for number in numbers):
        return None
    try:
        return len(range(*slice(*numbers).indices(size)))
    except (TypeError, ValueError):
        return None
