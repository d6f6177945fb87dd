"""The type `Any`, for values about which the plugin states nothing."""

from __future__ import annotations

from typing import Final

from mypy.types import AnyType, TypeOfAny

ANYTHING: Final = AnyType(TypeOfAny.implementation_artifact)
"""The type `Any`. With an argument of this kind of `Any`, mypy does not choose the first overload that matches."""
