"""Tells plain tuples and named tuples apart."""

from __future__ import annotations

from typing import TypeGuard

from mypy.nodes import TypeInfo
from mypy.types import ProperType, TupleType


def is_plain_tuple(t: ProperType | None) -> TypeGuard[TupleType]:
    """Whether a type is a tuple of known length and no named tuple."""
    return isinstance(t, TupleType) and t.partial_fallback.type.fullname == "builtins.tuple"


def field_names(info: TypeInfo) -> list[str]:
    """The names of the fields of a named tuple's class; empty for any other class."""
    names: list[str] = info.metadata.get("namedtuple", {}).get("fields", [])
    return names


def named_tuple_fields(t: TupleType) -> list[str] | None:
    """The names of a named tuple's items; None if it is a plain tuple."""
    names = field_names(t.partial_fallback.type)
    return names if names and len(names) == len(t.items) else None
