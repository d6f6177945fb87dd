"""Whether a pattern of modules, such as ``pkg.*``, matches a module in some folders. Nothing is imported.

A project may have modules in any of its folders (``scripts/convert.py`` is the module ``convert`` if mypy checks it by
its path), so the folders of the project are searched, too.
"""

from __future__ import annotations

import os
from difflib import get_close_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MOST_FOLDERS = 2_000
"""The number of folders of a project that are searched. In a larger project, every module may exist."""
SUFFIXES = (".py", ".pyi")
NO_SOURCES = frozenset(("__pycache__", "node_modules", "site-packages", "venv", "build", "dist"))
"""The folders that have no modules of the project, besides hidden ones."""


def is_module_of(pattern: str, places: Sequence[str], project: str) -> bool:
    """Whether a pattern matches a module, or may match one. What follows the first star is not compared.

    Args:
        pattern: a module name whose parts may be ``*``.
        places: the folders of top-level modules.
        project: the folder of the project, in which each folder counts as a place.
    """
    parts = pattern.split(".")
    head = parts[: parts.index("*")] if "*" in parts else parts
    if not head or head == ["__main__"] or any(_has(place, head) for place in places):
        return True
    return any(number > MOST_FOLDERS or _has(folder, head) for number, folder in enumerate(_folders(project)))


def did_you_mean(pattern: str, places: Iterable[str]) -> str:
    """The hint *did you mean* for a pattern that matches no module, or an empty string."""
    parts = pattern.split(".")
    for place in places:
        folder = place
        for number, part in enumerate(parts):
            if part == "*":
                break
            if not _has(folder, [part]):
                close = get_close_matches(part, list(dict.fromkeys(_names(folder))), n=1)
                if close:
                    return f" (did you mean {'.'.join([*parts[:number], close[0], *parts[number + 1 :]])!r}?)"
                break
            folder = os.path.join(folder, part)
    return ""


def _has(folder: str, parts: Sequence[str]) -> bool:
    """Whether a folder has a module or package of this name."""
    for end in ("", "-stubs"):
        path = os.path.join(folder, f"{parts[0]}{end}", *parts[1:])
        if os.path.isdir(path) or any(os.path.isfile(path + suffix) for suffix in SUFFIXES):
            return True
    path = os.path.join(folder, *parts)
    name = os.path.basename(path)
    try:
        return any(entry.startswith(f"{name}.") for entry in os.listdir(os.path.dirname(path)))  # a compiled module
    except OSError:
        return False


def _folders(project: str) -> Iterator[str]:
    """The folders of a project."""
    for folder, folders, _ in os.walk(project):
        folders[:] = sorted(name for name in folders if name not in NO_SOURCES and not name.startswith("."))
        yield folder


def _names(folder: str) -> list[str]:
    """The names of the modules and packages in a folder."""
    try:
        entries = sorted(os.listdir(folder))
    except OSError:
        return []
    return [entry.split(".")[0] for entry in entries if not entry.startswith(".")]
