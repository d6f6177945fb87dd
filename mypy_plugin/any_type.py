"""The type `Any`, for values about which the plugin states nothing."""

from __future__ import annotations

from typing import Final

from mypy.types import AnyType, TypeOfAny

ANYTHING: Final = AnyType(TypeOfAny.implementation_artifact)
"""The type `Any`, of the kind that mypy does not report with its option ``disallow_any_expr``."""
