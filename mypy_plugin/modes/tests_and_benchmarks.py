"""Decides which modules may get a note about a switch of a JAX option: all but tests and benchmarks.

A test switches an option for itself, and the program runs without the switch. The set-up of a test folder is different:
a switch at its top level holds for all tests, and the configuration should say so.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from mypy.nodes import MypyFile

SET_UP: Final = ("conftest.py", "__init__.py")
"""The files of a test folder that pytest imports before the tests."""
FILES: Final = re.compile(r"test_.*\.py|.*_test\.py|conftest\.py")
"""The names of test files, as pytest recognizes them."""
FOLDERS: Final = frozenset(("test", "tests", "benchmark", "benchmarks"))
"""The folders and packages whose modules are all tests or benchmarks. Folders above the current folder do not count."""


def has_note(tree: MypyFile, *, at_top: bool) -> bool:
    """Whether a module may get a note about its switches.

    Args:
        tree: the module.
        at_top: whether a switch stands outside functions, and so holds for everything that the module imports later.
    """
    file, packages = Path(os.path.abspath(tree.path)), tree.fullname.split(".")[:-1]
    is_inside = file.is_relative_to(Path.cwd())
    folders = file.relative_to(Path.cwd()).parts[:-1] if is_inside else file.parts[-2:-1]
    is_test = FILES.fullmatch(file.name) or not FOLDERS.isdisjoint((*folders, *packages))
    return not is_test or (at_top and file.name in SET_UP)
