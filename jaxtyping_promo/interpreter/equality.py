"""Equality of instances: by the method of a library's base class, or by identity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .classes import ClassInfo, class_of
from .values import (
    ABSENT,
    Class,
    Dtype,
    External,
    Function,
    Number,
    Object,
    Singleton,
    Text,
    Tuple,
    Value,
    of_bool,
)

if TYPE_CHECKING:
    from .run import Run

IDENTITY_BASES: Final = frozenset(("builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC"))
"""Library classes whose instances are equal exactly if they are the same object."""


def instance_equality(run: Run, left: Any, right: Any) -> Value | None:
    """``left == right`` for instances; None if neither operand is one, or the result is not known."""
    from .libraries.instance_attributes import library_equality

    compared = library_equality(run, left, right)
    if compared is not None:
        return compared
    if not isinstance(left, Object) or not isinstance(right, Object):
        return None
    if run.live.get(left.site) is None or run.live.get(right.site) is None:
        return None
    if left == right:
        return None if run.object(left).is_summary else of_bool(True)
    infos = class_of(run, left), class_of(run, right)
    if infos[0] is not None and infos[0] is infos[1] and infos[0].is_enum and infos[0].find(run, "__eq__") is None:
        return of_bool(False)
    if all(info is not None and compares_by_identity(run, info) for info in infos):
        return of_bool(False)
    return None


def compares_by_identity(run: Run, info: ClassInfo) -> bool:
    """Whether a class inherits the equality of `object`."""
    if info.kind != "plain" or info.is_open or info.find(run, "__eq__") is not None:
        return False
    return all(not isinstance(base, str) or base in IDENTITY_BASES for base in info.mro)


def has_certain_equality(run: Run, item: Any) -> bool:
    """Whether a value is equal to no other value that is not the same here: a key of a dict or an item of a set."""
    if isinstance(item, Tuple):
        info = class_of(run, item)
        has_own = info is not None and info.find(run, "__eq__") is not None
        return not has_own and all(len(one) == 1 and has_certain_equality(run, one[0]) for one in item.items)
    if isinstance(item, (Number, Text)):
        return item.constant is not ABSENT
    if not isinstance(item, Object):
        return isinstance(item, (Class, External, Function, Singleton, Dtype))
    found = run.live.get(item.site)
    if found is None or found.is_summary:
        return False
    info = class_of(run, item)
    if info is None:
        return True
    if info.is_enum:
        return info.find(run, "__eq__") is None and not any(base in PLAIN_MEMBERS for base in info.mro)
    return compares_by_identity(run, info)


PLAIN_MEMBERS: Final = frozenset(("enum.IntEnum", "enum.StrEnum", "enum.IntFlag", "builtins.int", "builtins.str"))
"""The base classes of an enum whose members are equal to their values."""
