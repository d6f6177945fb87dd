"""The parts of a value, such as ``params["w"]``: the types that are known of them, by their paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from mypy.types import LiteralType, NoneType, Type, get_proper_type

from ..trees.pytrees import is_of_arrays
from .results import holds_dtypes, is_dtype_object
from .updated_trees import is_strong_array

Step: TypeAlias = tuple[str, str | int]
"""A step from a value to one of its parts: ``(".", "w")`` for an attribute, ``("[", "w")`` for an item."""
Path: TypeAlias = tuple[Step, ...]
Parts: TypeAlias = Mapping[Path, Type]
"""The types of parts of a value, by the path to each."""
FrozenParts: TypeAlias = tuple[tuple[Path, Type], ...]

NOTHING: Parts = {}
VALUE: Step = (".", "<value>")
"""The step from an attribute or item to what it holds, if that is no array: an object, a function, a flag or None.

It is a part of its own, since the program's own code should look to mypy as if only dtypes were known. While mypy
checks a body for a call, the attribute itself has this type.
"""
EVERY = "<every>"
"""The index that stands for every item of a list."""
FUNCTION, LIST = "<function> ", "<list> "
"""The beginnings of the strings that stand for a function, with its full name, and for a list, with its length.

mypy takes two functions with the same signature for one type, so the type of a function does not tell which it is.
"""


class Given(NamedTuple):
    """The known types and parts of a call's arguments.

    Attributes:
        types: the types of the parameters.
        parts: the parts of the arguments, for each parameter.
    """

    types: Sequence[Type]
    parts: Sequence[FrozenParts]


def frozen(parts: Parts) -> FrozenParts:
    """The parts in a form that can be a key."""
    return tuple(sorted(parts.items(), key=lambda part: [(kind, str(name)) for kind, name in part[0]]))


def subtree(parts: Parts, *steps: Step) -> Parts:
    """The parts of the part at a path."""
    return {path[len(steps) :]: t for path, t in parts.items() if path[: len(steps)] == steps}


def prefixed(parts: Parts, *steps: Step) -> Parts:
    """The parts of a value whose part at a path has the given parts."""
    return {(*steps, *path): t for path, t in parts.items()}


def common(several: Sequence[Parts]) -> Parts:
    """The parts that all of several values have in common."""
    first, *others = several
    return {path: t for path, t in first.items() if all(other.get(path) == t for other in others)}


def has_known_dtype(t: Type) -> bool:
    """Whether a type is an array of known dtype, holds one, or is a dtype object."""
    return holds_dtypes(t) or is_dtype_object(t)


def is_value(path: Path) -> bool:
    """Whether a path leads to what a part holds."""
    return path[-1:] == (VALUE,)


def text_in(parts: Parts, beginning: str) -> str | None:
    """The rest of the string that stands for a function or list among a value's parts."""
    t = get_proper_type(parts.get((VALUE,)))
    text = t.value if isinstance(t, LiteralType) and isinstance(t.value, str) else ""
    return text.removeprefix(beginning) if text.startswith(beginning) else None


def type_in(parts: Parts) -> Type | None:
    """The type of a value that is no array, by its parts."""
    is_named = text_in(parts, FUNCTION) is not None or text_in(parts, LIST) is not None
    return None if is_named else parts.get((VALUE,))


def arrays_in(parts: Parts) -> Parts:
    """The parts that are arrays, or containers of nothing but arrays."""
    return {path: t for path, t in parts.items() if is_of_arrays(t)}


def strong_arrays(parts: Parts) -> Parts:
    """The parts that are strong arrays."""
    return {path: t for path, t in parts.items() if is_strong_array(t)}


def without_flags(item: Parts) -> Parts:
    """The parts of an item of a tuple or list; none if the item is a flag, a string or None."""
    own = get_proper_type(item.get((VALUE,)))
    is_constant = isinstance(own, NoneType) or (isinstance(own, LiteralType) and text_in(item, FUNCTION) is None)
    return NOTHING if is_constant and len(item) == 1 else item
