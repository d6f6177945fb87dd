"""The classes of the numbers that attributes hold, as the interpreter reads them in the program's modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy.plugin import CheckerPluginInterface

from .mypy_compat.modules import current_file
from .run_state import OfRun

if TYPE_CHECKING:
    from collections.abc import Mapping


class KnownNumbers:
    """The kinds of numbers by the names of attributes, for each file under check."""

    def __init__(self) -> None:
        self._files: dict[str, Mapping[str, str]] = {}

    def learn(self, path: str, kinds: Mapping[str, str]) -> None:
        """Note the kinds of the numbers in a file, in place of what was known before."""
        self._files[path] = kinds

    def class_of(self, api: CheckerPluginInterface, attribute: str) -> str:
        """The full name of the class of the numbers in an attribute; an empty string if it is unknown."""
        kind = self._files.get(current_file(api).path, {}).get(attribute)
        return f"builtins.{kind}" if kind is not None else ""


known_numbers = OfRun(KnownNumbers)
