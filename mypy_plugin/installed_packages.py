"""Tells installed packages from the program under check."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

FOLDERS = frozenset(("site-packages", "dist-packages"))
"""The folders of installed packages. Their authors wrote no dtypes, and nobody reads mypy's reports about them."""


@lru_cache(4096)
def is_installed(path: str) -> bool:
    """Whether a file belongs to an installed package."""
    return not FOLDERS.isdisjoint(Path(path).parts)
