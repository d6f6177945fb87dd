"""The switches in each file under check, and the marks that stand for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from mypy.options import Options

from ...jax_options import MARKS
from ..file_versions import once_per_version
from .module_names import LIBRARIES
from .switch_scan import NO_SWITCHES, UNNAMED, ModuleSwitches, switches_in

MOST_FILES: Final = 16_384
"""The number of files whose switches are cached. Almost all files have none."""
_MAY_SWITCH = re.compile(rb"(?i)x64|dtype_bits|dtype_promotion|with_absl|use_absl|complete_absl|\bconfig\b")
"""Matches some text of every module that contains a switch."""


class Texts:
    """Reads the files under check as mypy does, with its option ``shadow_file``."""

    def __init__(self, options: Options) -> None:
        self._shadows = dict(options.shadow_file or [])

    def switches_of(self, module: str, path: str) -> ModuleSwitches:
        """The switches in a file; none if the file is unreadable, a stub, or part of JAX or another known library."""
        if module.partition(".")[0] in LIBRARIES or path.endswith(".pyi"):
            return NO_SWITCHES
        return _switches_of_file(self._shadows.get(path, path))


@once_per_version(MOST_FILES, missing=NO_SWITCHES)
def _switches_of_file(path: str) -> ModuleSwitches:
    """The switches in a file; none if it can't be read."""
    try:
        data = Path(path).read_bytes()
        return (
            switches_in(data.decode("utf-8-sig"))
            if b"jax" in data.lower() and _MAY_SWITCH.search(data)
            else NO_SWITCHES
        )
    except (OSError, ValueError):
        return NO_SWITCHES


def marks_of(module_switches: ModuleSwitches) -> tuple[str, ...]:
    """The marks for the switches of a module."""
    return tuple(
        mark
        for mark, (key, value) in MARKS.items()
        if not module_switches.leaks.get(key, frozenset()).isdisjoint((value, UNNAMED))
    )
