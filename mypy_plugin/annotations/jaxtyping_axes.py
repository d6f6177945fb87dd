"""Stores the string of a jaxtyping annotation in the array's type, as an extra attribute that mypy keeps with a type.

mypy writes extra attributes into its cache, and only uses them for an attribute of that name. A type that mypy infers
from an annotated type may keep them although the shape differs, so only declared types may be asked.
"""

from __future__ import annotations

from mypy.types import ExtraAttrs, Instance, RawExpressionType, Type, UnboundType, get_proper_type

from ..any_type import ANYTHING

KEY = "jaxtyping axes: "
"""The prefix of the attribute's name; the string follows."""


def with_axes(array: Instance, text: str | None) -> Instance:
    """An array with the string of its annotation.

    In a nested annotation, the string of the outer annotation comes first.

    Args:
        array: the array.
        text: the string; None if it is unknown.
    """
    inner = axes_text(array)
    attrs = array.extra_attrs
    if text is None or (attrs is not None and inner is None):
        return array.copy_modified() if attrs is None else _without_axes(array)
    whole = text if inner is None else f"{text} {inner}"
    result = array.copy_modified()
    result.extra_attrs = ExtraAttrs({KEY + whole: ANYTHING}, set(), None)
    return result


def _without_axes(array: Instance) -> Instance:
    result = array.copy_modified()
    result.extra_attrs = None
    return result


def axes_text(t: Type | None) -> str | None:
    """The string of an array's annotation, if it has one."""
    proper = get_proper_type(t)
    if not isinstance(proper, Instance) or proper.extra_attrs is None:
        return None
    return next((name.removeprefix(KEY) for name in proper.extra_attrs.attrs if name.startswith(KEY)), None)


def string_of(argument: Type) -> str | None:
    """The string in a subscript, which mypy may read as a type; None if it is no string literal."""
    match argument:
        case RawExpressionType(literal_value=str(value), base_type_name="builtins.str"):
            return value
        case UnboundType(original_str_expr=str(value)):
            return value
    return None
