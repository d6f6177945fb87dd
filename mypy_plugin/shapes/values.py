"""The values that the plugin follows through a function: shapes of arrays, sizes, tuples, objects and functions.

An array is its shape, a plain tuple of sizes. `None` stands for an unknown value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

from mypy.nodes import Expression, FuncDef, LambdaExpr, TypeInfo
from mypy.types import CallableType

from ...jaxtyping.shapes import Shape, Size


@dataclass(frozen=True)
class Dimension:
    """An integer: the size of an axis, a literal, or an unknown one."""

    size: Size


@dataclass(frozen=True)
class Items:
    """A tuple or list whose items are known one by one."""

    items: tuple[Value, ...]
    is_list: bool = False


@dataclass(frozen=True)
class Repeated:
    """A list or another iterable of any number of values that have the same shape."""

    item: Value
    is_list: bool = False


@dataclass(frozen=True)
class Object:
    """An instance of a class, whose fields have declared types.

    Attributes:
        info: the class.
        path: the dotted name of the instance within the function, such as ``self.head``; None if the name may change.
    """

    info: TypeInfo
    path: str | None = None


@dataclass(frozen=True)
class Class:
    """A class, which is called to make an instance."""

    info: TypeInfo


@dataclass(frozen=True)
class Declared:
    """A function that is known by its annotations.

    Attributes:
        signature: the annotations.
        is_bound: whether a call leaves out the first parameter.
    """

    signature: CallableType
    is_bound: bool = False


@dataclass(frozen=True)
class Local:
    """A lambda or a function inside the function, with the variables that it sees."""

    node: LambdaExpr | FuncDef
    environment: Mapping[str, Value]


@dataclass(frozen=True)
class Partial:
    """A function with some of its arguments, ``functools.partial(f, x)``."""

    function: Value
    arguments: Arguments


@dataclass(frozen=True)
class Transformed:
    """A function that a transformation of JAX returns, ``jax.vmap(f)``; `apply` computes the value of a call."""

    apply: Callable[[Arguments], Value]


Value: TypeAlias = (
    "Shape | Dimension | Items | Repeated | Object | Class | Declared | Local | Partial | Transformed | None"
)
Environment: TypeAlias = "dict[str, Value]"
"""The values of the local variables that have a known one."""


@dataclass(frozen=True)
class Arguments:
    """The arguments of a call.

    Attributes:
        positional, named: their values.
        places: the expression of each positional argument and of each named one; errors are reported there.
        is_complete: False if the call has starred arguments, which are left out.
    """

    positional: tuple[Value, ...]
    named: Mapping[str, Value] = field(default_factory=dict)
    places: Mapping[int | str, Expression] = field(default_factory=dict)
    is_complete: bool = True

    def after(self, first: Sequence[Value]) -> Arguments:
        """The arguments with others in front of them."""
        moved = {n + len(first) if isinstance(n, int) else n: place for n, place in self.places.items()}
        return Arguments((*first, *self.positional), self.named, moved, self.is_complete)

    def from_position(self, start: int) -> Arguments:
        """The positional arguments from a position on."""
        moved: dict[int | str, Expression] = {
            n - start: place for n, place in self.places.items() if isinstance(n, int) and n >= start
        }
        return Arguments(self.positional[start:], {}, moved, self.is_complete)

    def with_named(self, named: Mapping[str, Value]) -> Arguments:
        """The same arguments with other named ones."""
        return Arguments(self.positional, named, self.places, self.is_complete)

    def with_values(self, positional: Sequence[Value], named: Mapping[str, Value]) -> Arguments:
        """The same arguments with other values."""
        return Arguments(tuple(positional), named, self.places, self.is_complete)


class ShapesOfExpressions:
    """The shapes of the array expressions in a file, as far as every evaluation gives the same."""

    def __init__(self) -> None:
        self._values: dict[Expression, Value] = {}

    def record(self, expression: Expression, value: Value) -> None:
        """Record the value that an expression has once."""
        self._values[expression] = joined([self._values.get(expression, value), value])

    def known(self) -> dict[Expression, Shape]:
        """The known shapes by expression."""
        return {expression: value for expression, value in self._values.items() if isinstance(value, tuple)}


def array_shape(value: Value) -> Shape | None:
    """The shape of a value as an array; None if it is unknown. A number has no axes."""
    if isinstance(value, Dimension):
        return ()
    return value if isinstance(value, tuple) else None


def without_lists(value: Value) -> Value:
    """A value that a variable keeps. A list may get other items later, so its items are unknown."""
    match value:
        case Items(is_list=True) | Repeated(is_list=True):
            return None
        case Items(items=items):
            return Items(tuple(map(without_lists, items)))
    return value


def without_names(value: Value) -> Value:
    """A value without the names of axes and the paths of objects, which mean something in one function only."""
    match value:
        case tuple():
            return tuple(size if isinstance(size, int) else None for size in value)
        case Items(items=items):
            return Items(tuple(map(without_names, items)))
        case Repeated(item=item):
            return Repeated(without_names(item))
        case Object(info=info):
            return Object(info)
        case Dimension(size=str()):
            return Dimension(None)
    return value


def with_axis(value: Value, size: Size, axis: int) -> Value:
    """Each array in a value with one more axis; None if the value holds anything that may have other arrays."""
    if isinstance(value, Items):
        return Items(tuple(with_axis(item, size, axis) for item in value.items))
    shape = array_shape(value)
    if shape is None or not -len(shape) - 1 <= axis <= len(shape):
        return None
    position = axis % (len(shape) + 1)
    return (*shape[:position], size, *shape[position:])


def joined(values: Sequence[Value]) -> Value:
    """The part that several possible values have in common."""
    return reduce(_join, values) if values else None


def _join(one: Value, other: Value) -> Value:
    """The common part of two values."""
    if one == other:
        return one
    match one, other:
        case tuple(), tuple() if len(one) == len(other):
            return tuple(a if a == b else None for a, b in zip(one, other, strict=True))
        case Dimension(), Dimension():
            return Dimension(None)
        case Items(items=items), Items(items=others) if len(items) == len(others):
            return Items(tuple(map(_join, items, others)), one.is_list or other.is_list)
        case Repeated(item=item), Repeated(item=another):
            return Repeated(_join(item, another), one.is_list or other.is_list)
        case Object(info=info), Object(info=another_info) if info is another_info:
            return Object(info)
    return None
