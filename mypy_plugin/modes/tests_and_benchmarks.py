"""Decides which modules may get a note about a switch of a JAX option: all but tests and benchmarks.

A test switches an option for itself, and the program runs without the switch. The set-up of a test folder is different:
a switch at its top level holds for all tests, and the configuration should say so.
"""

from __future__ import annotations

import os
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Final

from mypy.nodes import MypyFile

SET_UP: Final = ("conftest.py", "__init__.py")
"""The files of a test folder that pytest imports before the tests."""
FILES: Final = ("test_*.py", "*_test.py", "conftest.py")
"""The names of test files, as pytest recognizes them."""
FOLDERS: Final = frozenset(("test", "tests", "benchmark", "benchmarks"))
"""The folders and packages whose modules are all tests or benchmarks."""


def has_note(tree: MypyFile, *, at_top: bool) -> bool:
    """Whether a module may get a note about its switches.

    Args:
        tree: the module.
        at_top: whether a switch stands outside functions, and so holds for everything that the module imports later.
    """
    return not is_test_or_benchmark(tree.fullname, tree.path) or (at_top and os.path.basename(tree.path) in SET_UP)


@lru_cache(4096)
def is_test_or_benchmark(module: str, path: str) -> bool:
    """Whether a module is a test or a benchmark, by the names of its file, folders and packages.

    Args:
        module: its full name.
        path: its path. Folders above the current folder are ignored.
    """
    file = Path(path)
    try:
        folders = file.absolute().relative_to(Path.cwd()).parts[:-1]
    except ValueError:
        folders = file.parts[-2:-1]
    packages = module.split(".")[:-1]
    return any(fnmatch(file.name, pattern) for pattern in FILES) or not FOLDERS.isdisjoint((*folders, *packages))
