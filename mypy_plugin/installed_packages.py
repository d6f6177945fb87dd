"""Tells installed packages from the program under check.

Modules that report errors or follow bodies ask `is_installed` first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from mypy.nodes import MypyFile

from .module_paths import module_of

FOLDERS = frozenset(("site-packages", "dist-packages"))
"""The folders of installed packages, whose code has no dtypes and whose reports nobody reads."""


@lru_cache(4096)
def is_installed(path: str) -> bool:
    """Whether a file belongs to an installed package."""
    return not FOLDERS.isdisjoint(Path(path).parts)


def is_library(fullname: str, modules: Mapping[str, MypyFile]) -> bool:
    """Whether a class belongs to Python or to an installed package.

    Args:
        fullname: the full name of the class.
        modules: the modules of the build.
    """
    module = module_of(fullname, modules)
    return not module or modules[module].is_stub or is_installed(modules[module].path)
