"""The dtypes in a value with several parts, as they are when an expression is evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dtypes_at_places import ContainerDtypes, Dtypes, TupleDtypes
from .heap import key_value
from .values import Array, Object, Text, Tuple, Value, only

if TYPE_CHECKING:
    from .run import Run

DEEPEST = 6
"""The most containers in each other whose dtypes are told."""


def dtypes_in_parts(run: Run, value: Value, *, is_fresh: bool) -> Dtypes | None:
    """The dtypes in a tuple, list or dict; None for any other value, and if no part has one dtype.

    Args:
        run: the run, at the place where the value is made or read.
        value: the value.
        is_fresh: whether lists and dicts count, since no other code has them yet.
    """
    item = value[0] if len(value) == 1 else None
    return _dtypes_in(run, value, is_fresh, 0) if type(item) is Tuple or (is_fresh and type(item) is Object) else None


def _dtypes_in(run: Run, value: Value, is_fresh: bool, depth: int) -> Dtypes | None:
    match value:
        case (Array(dtype=str(dtype), is_struct=False),):
            return dtype
        case (Tuple(items=items, cls=cls),) if depth < DEEPEST:
            dtypes = tuple(_dtypes_in(run, each, is_fresh, depth + 1) for each in items)
            return TupleDtypes(dtypes, cls is not None) if any(each is not None for each in dtypes) else None
        case (Object(),) if is_fresh and depth < DEEPEST:
            return _in_container(run, value, depth)
    return None


def _in_container(run: Run, value: Value, depth: int) -> Dtypes | None:
    """The dtypes in a list or dict, if they are the same in each of its items."""
    item = only(value)
    found = run.live.get(item.site) if isinstance(item, Object) else None
    if found is None or found.escape is not None or found.kind not in ("list", "dict"):
        return None
    keys = (*found.keys, *(each for key in found.fields for each in key_value(key)))
    if found.kind == "dict" and not all(isinstance(key, Text) for key in keys):
        return None
    items = [*found.fields.values(), *([found.rest] if found.rest else [])]
    dtypes = {_dtypes_in(run, each, True, depth + 1) for each in items}
    one = dtypes.pop() if len(dtypes) == 1 else None
    return None if one is None else ContainerDtypes(found.kind, one)
