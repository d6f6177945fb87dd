"""Tells observers the types that mypy infers in the bodies of called functions: ``coverage`` counts them.

mypy itself checks such a body with the declared types alone, where an array without a dtype is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from mypy.nodes import Expression, FuncItem
from mypy.types import Type

Observer: TypeAlias = Callable[[str, FuncItem, Mapping[Expression, Type] | None], None]
"""Gets the path of a file, a function in it, and the types of the expressions in its body for one call.

The types are None if mypy cannot check the body for this call.
"""

OBSERVERS: list[Observer] = []
"""The observers of this process."""
