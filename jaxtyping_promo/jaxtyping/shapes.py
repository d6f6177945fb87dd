"""Shapes as far as annotations determine them, and the binding of the names of axes to sizes.

A size is a number, the name of an axis of a parameter (``"batch"``), or None if it is unknown. `ShapeError` is raised
only for certain contradictions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from ..exceptions import JaxtypingPromoError

if TYPE_CHECKING:
    from .dimensions import Axis

Size: TypeAlias = int | str | None
Shape: TypeAlias = tuple[Size, ...]


class ShapeError(JaxtypingPromoError, ValueError):
    """Shapes that contradict each other for all values."""


def shown_shape(shape: Shape) -> str:
    """A shape as an annotation says it: ``b 3 _``."""
    return " ".join("_" if size is None else str(size) for size in shape)


def shown_rank(rank: int) -> str:
    """A number of axes in words: ``1 axis``."""
    return "1 axis" if rank == 1 else f"{rank} axes"


def differ(one: Size, other: Size) -> bool:
    """Whether two sizes are certainly different: two numbers, or the names of two axes of one function or object."""
    if isinstance(one, str) and isinstance(other, str):
        return one != other and one.rpartition(".")[0] == other.rpartition(".")[0]
    return isinstance(one, int) and isinstance(other, int) and one != other


def of_axes(axes: Sequence[Axis], names: frozenset[str]) -> Shape | None:
    """The shape of a parameter; None if its rank is unknown.

    Args:
        axes: the axes in the annotation of the parameter.
        names: the names that stand for one size within the function.
    """
    if any(axis.is_variadic for axis in axes):
        return None
    return tuple(_size(axis, names) for axis in axes)


def _size(axis: Axis, names: frozenset[str]) -> Size:
    if axis.is_broadcastable or axis.is_anonymous or axis.is_of_leaf:
        return None
    return axis.size if axis.kind == "fixed" else axis.text if axis.kind == "named" and axis.text in names else None


def names_of(annotations: Sequence[Sequence[Axis]]) -> frozenset[str]:
    """The names that stand for one size each, in the annotations of a function's parameters."""
    return frozenset(axis.text for axes in annotations for axis in axes if is_name(axis))


def is_name(axis: Axis) -> bool:
    """Whether an axis binds a name to its size."""
    marked = axis.is_broadcastable or axis.is_anonymous or axis.is_of_leaf or axis.is_variadic
    return axis.kind == "named" and bool(axis.text) and not marked


def bind(shape: Shape, axes: Sequence[Axis], bound: dict[str, Size]) -> None:
    """Compare a shape with the axes of an annotation, and bind the names of the axes.

    Args:
        shape: the shape of the value.
        axes: the axes of the annotation.
        bound: the size of each bound name. The names that the annotation binds are added.

    Raises:
        ShapeError: no array of that shape has these axes.
    """
    variadic = next((n for n, axis in enumerate(axes) if axis.is_variadic), None)
    if variadic is None:
        if len(shape) != len(axes):
            raise ShapeError(f"the array has {shown_rank(len(shape))}, not {len(axes)}")
        pairs = [*zip(shape, axes, strict=True)]
    else:
        after = len(axes) - variadic - 1
        if len(shape) < len(axes) - 1:
            raise ShapeError(f"the array has {shown_rank(len(shape))}, fewer than {len(axes) - 1}")
        last = [*zip(shape[len(shape) - after :], axes[variadic + 1 :], strict=True)]
        pairs = [*zip(shape[:variadic], axes[:variadic], strict=True), *last]
    for size, axis in pairs:
        _bind(size, axis, bound)


def _bind(size: Size, axis: Axis, bound: dict[str, Size]) -> None:
    if axis.is_anonymous or axis.is_of_leaf or axis.kind == "symbolic":
        return
    if axis.is_broadcastable and not (isinstance(size, int) and size != 1):
        return
    if axis.kind == "fixed":
        if differ(size, axis.size):
            raise ShapeError(f"an axis has size {size}, not {axis.size}")
    elif axis.text not in bound or bound[axis.text] is None:
        bound[axis.text] = size
    elif differ(size, bound[axis.text]):
        raise ShapeError(_bound_twice(axis.text, bound[axis.text], size))


def _bound_twice(name: str, first: Size, second: Size) -> str:
    if name == first:
        return f'axis "{second}" is not axis "{name}"'
    return f'"{name}" is {first} and {second} at once'


def substituted(axes: Sequence[Axis], bound: dict[str, Size]) -> Shape | None:
    """The shape of a function's result, with the sizes that its parameters have bound; None if unknown."""
    if any(axis.is_variadic for axis in axes):
        return None
    return tuple(bound.get(axis.text) if is_name(axis) else _size(axis, frozenset()) for axis in axes)
