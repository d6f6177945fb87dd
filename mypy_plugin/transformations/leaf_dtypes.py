"""Compares the dtypes of two leaves that must be equal for JAX, apart from weakness.

The reports of carries, branches and derivatives use `different` and `loses_kind`.
"""

from __future__ import annotations

from mypy.types import Type

from ...formats import FORMATS, KINDS
from ...system import System
from ..types.operands import dtypes_of


def different(one: Type, other: Type, system: System) -> tuple[str, str] | None:
    """The dtypes of two arrays that are never the same, as users write them; None if they are or may be the same."""
    both = dtypes_of(one), dtypes_of(other)
    if both[0] is None or both[1] is None:
        return None
    sides = [dict.fromkeys(system.stored(dtype) for dtype in side) for side in both]  # type: ignore[union-attr]
    if not sides[0].keys().isdisjoint(sides[1]):
        return None
    left, right = (" or ".join(side) for side in sides)
    return left, right


def loses_kind(source: str, target: str) -> bool:
    """Whether a cast makes integers of floats, or floats of complex numbers."""
    if source not in FORMATS or target not in FORMATS:
        return False
    return KINDS.index(FORMATS[target].kind) < KINDS.index(FORMATS[source].kind)
