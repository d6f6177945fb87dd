"""The result of a function that the program passes to JAX, with its known parts."""

from __future__ import annotations

from typing import NamedTuple

from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type

from ...system import System
from ..any_type import ANYTHING
from ..trees.pytrees import inside
from ..types.array_types import unfolded
from ..types.operands import as_array
from ..types.tuples import is_plain_tuple
from .parts import EVERY, NOTHING, Parts, Path
from .results import holds_dtypes


class Value(NamedTuple):
    """The result of a function.

    Attributes:
        type: the type; None if it is unknown.
        parts: the parts of known dtype.
    """

    type: Type | None = None
    parts: Parts = NOTHING


def with_own_type(value: Value) -> Parts:
    """The parts of a value, with the value itself and the items of tuples in it."""
    parts = dict(value.parts)

    def add(t: Type, path: Path) -> None:
        proper = unfolded(t)
        if is_plain_tuple(proper):
            for position, item in enumerate(proper.items):
                add(item, (*path, ("[", position)))
        elif isinstance(proper, Instance) and proper.type.fullname == "builtins.tuple":
            add(proper.args[0], (*path, ("[", EVERY)))
        elif is_known_array(proper):
            parts.setdefault(path, proper)

    if value.type is not None:
        add(value.type, ())
    return parts


def traced_value(
    ctx: FunctionContext | MethodContext, value: Value, system: System, *, has_aux: bool, compiled: bool = False
) -> Value:
    """A value that JAX has traced: numbers become arrays, but in auxiliary data only if the function is compiled."""
    t = value.type
    returned = None if t is None else unfolded(t)
    if t is None or compiled or not has_aux:
        return Value(None if t is None else inside(ctx, t, system), value.parts)
    if not isinstance(returned, TupleType) or len(returned.items) != 2:
        return Value(None, value.parts)
    first = inside(ctx, returned.items[0], system)
    items = [ANYTHING if first is None else first, returned.items[1]]
    return Value(returned.copy_modified(items=items), value.parts)


def is_known_array(t: Type) -> bool:
    """Whether a type is an array of known dtype."""
    proper = unfolded(t)
    return isinstance(proper, Instance) and as_array(proper) is not None and holds_dtypes(t)
