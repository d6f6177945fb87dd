"""Searches for a module by its name, without importing it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

SKIPPED = frozenset(("node_modules", "site-packages", "__pycache__", "build", "dist", "venv"))
"""Folders of a project that have no modules of its own."""
DEEPEST = 5
"""The number of folder levels of a project that are searched."""


def exists(pattern: str, folders: Iterable[Path]) -> bool:
    """Whether a module pattern of the configuration can match a module.

    A pattern that begins with a star always can.

    Args:
        pattern: a module, or a pattern such as ``pkg.*``.
        folders: the folders of the project.
    """
    parts = pattern.split(".")
    name = parts[: parts.index("*")] if "*" in parts else parts
    if not name or name == ["__main__"]:
        return True
    projects = tuple(dict.fromkeys(folders))
    return any(_has(folder, name) for folder in (*projects, *map(Path, sys.path))) or any(
        _has(folder, name) for project in projects for folder in _folders(project)
    )


def _has(folder: Path, name: list[str]) -> bool:
    """Whether a folder has a module of this name, or its stub."""
    first, *others = name
    for top in (first, f"{first}-stubs"):
        path = folder.joinpath(top, *others)
        if path.is_dir() or any(
            path.with_name(f"{path.name}{end}").is_file() for end in (".py", ".pyi", ".so", ".pyd")
        ):
            return True
        if any(path.parent.glob(f"{path.name}.*.so")):
            return True
    return False


@cache
def _folders(project: Path) -> tuple[Path, ...]:
    """The folders of a project, down to `DEEPEST` levels; its modules may be in any of them."""
    return tuple(_walk(project))


def _walk(project: Path) -> Iterator[Path]:
    for folder, folders, _ in os.walk(project):
        level = len(Path(folder).relative_to(project).parts)
        folders[:] = [
            name
            for name in folders
            if level < DEEPEST
            and name not in SKIPPED
            and not name.startswith(".")
            and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))
        ]
        yield Path(folder)
