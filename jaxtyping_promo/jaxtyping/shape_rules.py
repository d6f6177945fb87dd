"""The shapes that JAX's functions return for arrays of some shapes, or a `ShapeError` where JAX rejects the shapes.

The result is as certain as the shapes of the arguments. Shapes that depend on the values of a call are unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .shapes import Shape, ShapeError, Size, differ, shown_rank

Item: TypeAlias = object
"""An index: a number, a slice, `None` for a new axis, or ``...``; an unknown bound of a slice is ``"?"``."""


def broadcast(*shapes: Shape) -> Shape:
    """The shape of an operator's result."""
    rank = max(map(len, shapes), default=0)
    padded = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    return tuple(_broadcast_sizes(sizes) for sizes in zip(*padded, strict=True))


def _broadcast_sizes(sizes: Sequence[Size]) -> Size:
    result: Size = 1
    for size in sizes:
        if size == 1 or size == result:
            continue
        if result == 1:
            result = size
        elif isinstance(size, int) and isinstance(result, int):
            raise ShapeError(f"sizes {result} and {size} can't be broadcast")
        elif isinstance(size, int):
            result = size
        elif not isinstance(result, int):
            result = None  # real code broadcasts axes of two names, which it requires to be equal when it runs
    return result


def matmul(left: Shape, right: Shape) -> Shape:
    """The shape of ``left @ right``."""
    if not left or not right:
        raise ShapeError("an operand of @ has no axes")
    one, other = left[-1], right[0] if len(right) == 1 else right[-2]
    if differ(one, other):
        raise ShapeError(f"@ contracts an axis of size {one} with one of size {other}")
    batch = broadcast(left[:-2], right[:-2])
    return batch + left[-2:-1] + (right[-1:] if len(right) > 1 else ())


def dot(left: Shape, right: Shape) -> Shape:
    """The shape of ``dot(left, right)``, which pairs the axes before the contracted ones instead of broadcasting."""
    if not left or not right:
        return left or right
    one, other = left[-1], right[0] if len(right) == 1 else right[-2]
    if differ(one, other):
        raise ShapeError(f"dot contracts an axis of size {one} with one of size {other}")
    return left[:-1] + (right[:-2] + right[-1:] if len(right) > 1 else ())


def outer(left: Shape, right: Shape) -> Shape:
    """The shape of ``outer(left, right)``, which flattens both arrays."""
    return tuple(shape[0] if len(shape) == 1 else product(shape) for shape in (left, right))


def split(shape: Shape, count: int, axis: int) -> Shape:
    """The shape of each part of ``split(x, count, axis)``."""
    position = _axis(axis, len(shape))
    size = shape[position]
    if count < 1 or (isinstance(size, int) and size % count):
        raise ShapeError(f"an axis of size {size} can't be split into {count} equal parts")
    part = size // count if isinstance(size, int) else size if count == 1 else None
    return (*shape[:position], part, *shape[position + 1 :])


def taken_along(shape: Shape, indices: Shape, axis: int) -> Shape:
    """The shape of ``take_along_axis(x, indices, axis)``, which has the size of the indices along the axis."""
    if len(shape) != len(indices):
        raise ShapeError(f"take_along_axis gets {shown_rank(len(shape))} and indices with {shown_rank(len(indices))}")
    position = _axis(axis, len(shape))
    one, other = ((*each[:position], 1, *each[position + 1 :]) for each in (shape, indices))
    rest = broadcast(one, other)
    return (*rest[:position], indices[position], *rest[position + 1 :])


def _axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise ShapeError(f"there is no axis {axis} in an array with {shown_rank(rank)}")
    return axis % rank


def reduced(shape: Shape, axis: int | tuple[int, ...] | None, *, keepdims: bool) -> Shape:
    """The shape of ``sum(x, axis, keepdims)``."""
    given = range(len(shape)) if axis is None else (axis,) if isinstance(axis, int) else axis
    gone = {_axis(n, len(shape)) for n in given}
    if keepdims:
        return tuple(1 if n in gone else size for n, size in enumerate(shape))
    return tuple(size for n, size in enumerate(shape) if n not in gone)


def product(shape: Shape) -> int | None:
    """The number of elements, if it is known."""
    total = 1
    for size in shape:
        if not isinstance(size, int):
            return None
        total *= size
    return total


def reshaped(shape: Shape | None, new: Shape) -> Shape:
    """The shape of ``x.reshape(new)``."""
    total = None if shape is None else product(shape)
    if -1 not in new:
        count = product(new)
        if total is not None and count is not None and total != count:
            raise ShapeError(f"{total} elements can't have the shape {new}")
        return new
    rest = product(tuple(size for size in new if size != -1))
    if total is None or not rest:
        return tuple(None if size == -1 else size for size in new)
    if total % rest:
        raise ShapeError(f"{total} elements can't have the shape {new}")
    return tuple(total // rest if size == -1 else size for size in new)


def transposed(shape: Shape, axes: tuple[int, ...] | None) -> Shape:
    """The shape of ``transpose(x, axes)``."""
    if axes is None:
        return shape[::-1]
    order = [_axis(n, len(shape)) for n in axes]
    if sorted(order) != [*range(len(shape))]:
        raise ShapeError(f"{axes} is no order of {shown_rank(len(shape))}")
    return tuple(shape[n] for n in order)


def swapped(shape: Shape, one: int, other: int) -> Shape:
    """The shape of ``swapaxes(x, one, other)``."""
    order = [*range(len(shape))]
    one, other = _axis(one, len(shape)), _axis(other, len(shape))
    order[one], order[other] = order[other], order[one]
    return tuple(shape[n] for n in order)


def expanded(shape: Shape, axis: int | tuple[int, ...]) -> Shape:
    """The shape of ``expand_dims(x, axis)``."""
    axes = (axis,) if isinstance(axis, int) else axis
    rank = len(shape) + len(axes)
    new = {_axis(n, rank) for n in axes}
    rest = iter(shape)
    if len(new) < len(axes):
        raise ShapeError(f"{axes} names an axis twice")
    return tuple(1 if n in new else next(rest) for n in range(rank))


def squeezed(shape: Shape, axis: int | tuple[int, ...] | None) -> Shape | None:
    """The shape of ``squeeze(x, axis)``; None if the rank is unknown."""
    if axis is None:
        return tuple(size for size in shape if size != 1) if all(isinstance(size, int) for size in shape) else None
    gone = {_axis(n, len(shape)) for n in ((axis,) if isinstance(axis, int) else axis)}
    for n in gone:
        if isinstance(shape[n], int) and shape[n] != 1:
            raise ShapeError(f"squeeze is asked for an axis of size {shape[n]}")
    return tuple(size for n, size in enumerate(shape) if n not in gone)


def concatenated(shapes: Sequence[Shape], axis: int) -> Shape:
    """The shape of ``concatenate(arrays, axis)``."""
    first = shapes[0]
    position = _axis(axis, len(first))
    result = [*first]
    for shape in shapes[1:]:
        if len(shape) != len(first):
            raise ShapeError(f"arrays with {shown_rank(len(first))} and with {shown_rank(len(shape))} are concatenated")
        for n, size in enumerate(shape):
            here = result[n]
            if n == position:
                result[n] = here + size if isinstance(here, int) and isinstance(size, int) else None
            elif differ(here, size):
                raise ShapeError(f"concatenated arrays have sizes {here} and {size} in axis {n}")
            elif here is None or isinstance(size, int):
                result[n] = size if size is not None else here
    return tuple(result)


def stacked(shapes: Sequence[Shape], axis: int) -> Shape:
    """The shape of ``stack(arrays, axis)``."""
    first = shapes[0]
    if any(len(shape) != len(first) for shape in shapes):
        raise ShapeError("stacked arrays differ in the number of axes")
    sizes: list[Size] = []
    for n, each in enumerate(zip(*shapes, strict=True)):
        size: Size = None
        for one in each:
            if differ(size, one) and size is not None:
                raise ShapeError(f"stacked arrays have sizes {size} and {one} in axis {n}")
            size = one if size is None or isinstance(one, int) else size
        sizes.append(size)
    position = _axis(axis, len(first) + 1)
    return (*sizes[:position], len(shapes), *sizes[position:])


def einsum(subscripts: str, shapes: Sequence[Shape]) -> Shape | None:
    """The shape of ``einsum(subscripts, *arrays)``; None where it is unknown."""
    text = subscripts.replace(" ", "")
    if "..." in text or not text.replace(",", "").replace("->", "").isalpha():
        return None
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    if len(terms) != len(shapes):
        raise ShapeError(f'einsum has {len(shapes)} arrays for "{subscripts}"')
    sizes: dict[str, Size] = {}
    for term, shape in zip(terms, shapes, strict=True):
        if len(term) != len(shape):
            raise ShapeError(f'an array with {shown_rank(len(shape))} is "{term}" in einsum')
        for letter, size in zip(term, shape, strict=True):
            earlier = sizes.get(letter)
            if earlier is not None and differ(earlier, size) and 1 not in (earlier, size):
                raise ShapeError(f'"{letter}" is {earlier} and {size} at once in einsum')
            sizes[letter] = size if earlier in (None, 1) or (isinstance(size, int) and size != 1) else earlier
    if not arrow:
        output = "".join(sorted(letter for letter in {*text} - {","} if text.count(letter) == 1))
    if any(letter not in sizes for letter in output):
        raise ShapeError(f'the output of einsum "{subscripts}" has a letter that no array has')
    return tuple(sizes[letter] for letter in output)


def indexed(shape: Shape, items: Sequence[Item]) -> Shape | None:
    """The shape of ``x[items]`` for numbers, slices, new axes, an ellipsis and arrays of integers.

    An array of integers is its shape. An unknown number is ``"?"``.
    """
    count = sum(1 for item in items if item is not None and item is not ...)
    if count > len(shape):
        raise ShapeError(f"{count} indices for an array with {shown_rank(len(shape))}")
    arrays = [item for item in items if isinstance(item, tuple)]
    if arrays and (len(arrays) > 1 or any(isinstance(item, int | str) for item in items)):
        return None
    if not any(item is ... for item in items):
        items = (*items, ...)
    result: list[Size] = []
    position = 0
    for item in items:
        if item is None:
            result.append(1)
        elif item is ...:
            result += shape[position : position + len(shape) - count]
            position += len(shape) - count
        else:
            if isinstance(item, slice):
                result.append(_sliced(shape[position], item))
            elif isinstance(item, tuple):
                result += item
            position += 1
    return tuple(result)


def _sliced(size: Size, item: slice) -> Size:
    if isinstance(size, int):
        return len(range(*item.indices(size))) if "?" not in (item.start, item.stop, item.step) else None
    return size if (item.start, item.stop, item.step) in ((None, None, None), (None, None, -1)) else None
