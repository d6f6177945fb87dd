"""Decides which files belong to the traced program, which belong to JAX, and which to other packages."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PROGRAM: Final = "program"
"""A file whose expressions are recorded: the program's own, or in a package that the user names."""
TRANSPARENT: Final = "transparent"
"""A file whose calls are attributed to their caller: JAX, NumPy, the standard library, wrappers of functions."""
OTHER: Final = "other"
"""A file of another installed package: what JAX does for it is counted, not listed."""

TRANSPARENT_PACKAGES: Final = ("jax", "jaxlib", "numpy", "ml_dtypes", "einops", "opt_einsum", "jaxtyping", "beartype",
                               "typeguard")  # fmt: skip
INSTALLED: Final = ("site-packages", "dist-packages")
OWN_FOLDER: Final = str(Path(__file__).resolve().parents[1])
STANDARD_LIBRARY: Final = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})


class ProgramFiles:
    """The files of a program.

    Args:
        folders: the folders of the program's own files. Installed packages and the standard library below them are
            no part of the program.
        packages: installed packages that count as the program's, too.

    Raises:
        ModuleNotFoundError: a package is not installed.
    """

    def __init__(self, folders: Iterable[Path], packages: Iterable[str] = ()) -> None:
        self.folders = tuple(dict.fromkeys(str(folder.resolve()) for folder in folders))
        self.packages = tuple(packages)
        self.package_files = tuple(place for name in self.packages for place in _places(name))
        self._kinds: dict[str, str] = {}

    def kind(self, filename: str) -> str:
        """The kind of a file by the name that a code object has: `PROGRAM`, `TRANSPARENT` or `OTHER`."""
        kind = self._kinds.get(filename)
        if kind is None:
            kind = self._kinds[filename] = self._decided(filename)
        return kind

    def _decided(self, filename: str) -> str:
        if filename.startswith("<"):
            return TRANSPARENT  # frozen modules, and code that dataclasses and named tuples generate
        path = Path(filename).resolve()
        text = str(path)
        if any(_is_within(text, place) for place in self.package_files):
            return PROGRAM
        installed = next((i for i, part in enumerate(path.parts) if part in INSTALLED), None)
        if installed is not None:
            package = path.parts[installed + 1].partition(".")[0]
            return TRANSPARENT if package in TRANSPARENT_PACKAGES else OTHER
        if any(_is_within(text, folder) for folder in (*STANDARD_LIBRARY, OWN_FOLDER)):
            return TRANSPARENT
        return PROGRAM if any(_is_within(text, folder) for folder in self.folders) else OTHER

    def package_of(self, filename: str) -> str:
        """The installed package that a file belongs to, or the file's stem."""
        parts = Path(filename).parts
        installed = next((i for i, part in enumerate(parts) if part in INSTALLED), None)
        return parts[installed + 1].partition(".")[0] if installed is not None else Path(filename).stem


def is_own(filename: str) -> bool:
    """Whether a file is part of this package."""
    return _is_within(str(Path(filename).resolve()), OWN_FOLDER)


def _is_within(path: str, place: str) -> bool:
    """Whether a path is a file or folder, or lies in the folder."""
    return path == place or path.startswith(place.rstrip("/\\") + ("\\" if "\\" in place else "/"))


def _places(package: str) -> list[str]:
    """The folders of a package, or the file of a module, without importing it."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise ModuleNotFoundError(f"no package {package!r} is installed in {sys.prefix}", name=package)
    if spec.submodule_search_locations:
        return [str(Path(folder).resolve()) for folder in spec.submodule_search_locations]
    return [str(Path(spec.origin).resolve())] if spec.origin else []
