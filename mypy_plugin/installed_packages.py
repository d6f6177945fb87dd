"""Tells installed packages from the program under check.

Modules that report errors or follow bodies ask `is_installed` first.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

FOLDERS = frozenset(("site-packages", "dist-packages"))
"""The folders of installed packages, whose code has no dtypes and whose reports nobody reads."""


@lru_cache(4096)
def is_installed(path: str) -> bool:
    """Whether a file belongs to an installed package."""
    return not FOLDERS.isdisjoint(Path(path).parts)
