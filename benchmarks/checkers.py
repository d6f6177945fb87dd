"""Runs mypy and pyright in an environment on generated programs of any size."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from .measuring import Cost, cost

PLUGIN = "[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n"
NO_PLUGIN = "[mypy]\n"
BIN = Path(sys.executable).parent

Write = Callable[[Path, int], Path]
"""Writes a program of some size into a new folder. A program of size 0 has the imports of all others."""


class Programs:
    """The programs for a checker, each written once."""

    def __init__(self, folder: Path, write: Write) -> None:
        self.folder, self.write = folder, write
        folder.mkdir()

    def program(self, size: int) -> Path:
        """The folder of a program."""
        folder = self.folder / f"program_{size}"
        return folder if folder.exists() else self.write(folder, size)


class Mypy(Programs):
    """mypy with a configuration."""

    def __init__(self, folder: Path, write: Write, python: Path, config: str) -> None:
        super().__init__(folder, write)
        self.python = python
        self.config = folder / "mypy.ini"
        self.config.write_text(config)
        self.warm = folder / "warm"
        self._check(self.program(0), self.warm)

    def cold(self, size: int) -> Cost:
        """A run without any cache."""
        with tempfile.TemporaryDirectory(dir=self.folder) as cache:
            return self._check(self.program(size), Path(cache))

    def libraries_cached(self, size: int) -> Cost:
        """A run with a cache of the libraries, but not of the program."""
        with tempfile.TemporaryDirectory(dir=self.folder) as cache:
            shutil.copytree(self.warm, cache, dirs_exist_ok=True)
            return self._check(self.program(size), Path(cache))

    def _check(self, program: Path, cache: Path) -> Cost:
        return mypy(self.python, program, self.config, cache, ".")


class Pyright(Programs):
    """pyright, which has no cache."""

    def __init__(self, folder: Path, write: Write, python: Path, *, errors: bool = False) -> None:
        super().__init__(folder, write)
        self.python, self.errors = python, errors

    def run(self, size: int) -> Cost:
        """A run on a program."""
        return pyright(self.python, self.program(size), errors=self.errors)


def mypy(python: Path, folder: Path, config: Path, cache: Path, *arguments: str, errors: bool = False) -> Cost:
    """The time and memory of mypy on a folder, whose errors are expected or not."""
    options = ["--config-file", str(config), "--cache-dir", str(cache), "--no-pretty"]
    return cost([str(python), "-m", "mypy", *options, *arguments], cwd=folder, codes=(0, 1) if errors else (0,))


def pyright(python: Path, folder: Path, *, errors: bool = False) -> Cost:
    """The time and memory of pyright on a folder, in the environment of an interpreter."""
    command = [str(BIN / "pyright"), "--pythonpath", str(python), "."]
    return cost(command, cwd=folder, codes=(0, 1) if errors else (0,))
