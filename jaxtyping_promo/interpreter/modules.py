"""Modules: finds the source of the program's modules and of installed packages, and parses it.

Nothing is imported or executed. A module is found by its path below the folders of `SourceFinder`.
"""

from __future__ import annotations

import ast
import os
import tokenize
import warnings
from collections.abc import Iterable
from copy import copy
from functools import cached_property, lru_cache
from pathlib import Path

from ..jax_version import installed_jax, minor_version
from .syntax import walk

STAND_INS = {
    "ml_collections.config_dict.config_dict": "config_dict.txt",
    **{f"flax.nnx.{name}": f"nnx/{name}.txt" for name in
       ("filterlib", "graphlib", "module", "pytreelib", "rnglib", "statelib", "variablelib")},
}  # fmt: skip
"""Modules that are too dynamic to be interpreted, with simple sources below `stand_ins` that are read instead."""

MOST_SOURCES = 256
"""The most modules that are kept for further programs of the same process."""


class Source:
    """The text of one module.

    Attributes:
        name: the module's name; ``__main__`` for a script.
        path: the file.
        package: the package against which relative imports are resolved.
        tree: the syntax tree.
        error: why the file can't be read, in one line; the tree is empty then.
        version: the time of the file's last change and its size when it was read.
    """

    __slots__ = ("_lines", "_nodes", "error", "name", "package", "path", "text", "tree", "version")

    def __init__(self, name: str, path: str, *, is_package: bool = False) -> None:
        self.name, self.path = name, path
        self.package = name if is_package else name.rpartition(".")[0]
        self.error: str | None = None
        self.version = (0, 0)
        self.text = ""
        self.tree = ast.Module([], [])
        self._lines: list[str] | None = None
        self._nodes: dict[int, list[ast.AST]] | None = None
        try:
            with tokenize.open(path) as file:
                self.text = file.read()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self.tree = ast.parse(self.text)
        except (RecursionError, MemoryError):
            self.error = "the code is nested too deeply"
        except SyntaxError as error:
            self.error = f"{error.msg}, line {error.lineno}" if error.lineno else str(error.msg)
        except OSError as error:
            self.error = str(error.strerror)
        except ValueError as error:
            self.error = f"{type(error).__name__}: {error}"

    @property
    def is_ascii(self) -> bool:
        """Whether the text is ASCII, so that columns in bytes are columns in characters."""
        return self.text.isascii()

    def line(self, number: int) -> str:
        """A line of the text, counted from 1."""
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def nodes(self) -> dict[int, list[ast.AST]]:
        """The syntax nodes by the line where they begin, the outer ones first."""
        if self._nodes is None:
            self._nodes = {}
            for node in walk(self.tree):
                self._nodes.setdefault(getattr(node, "lineno", 0), []).append(node)
        return self._nodes

    def column(self, line: int, column: int) -> int:
        """A column in characters from 1, for a column in bytes from 0."""
        text = self.line(line)
        return column + 1 if text.isascii() else len(text.encode()[:column].decode(errors="replace")) + 1


def read_source(name: str, path: str, *, is_package: bool = False) -> Source:
    """The source of a file; the same object as before if the file has not changed, since programs share modules."""
    version = _version(path)
    return Source(name, path, is_package=is_package) if version is None else _source(name, path, is_package, version)


@lru_cache(MOST_SOURCES)
def _source(name: str, path: str, is_package: bool, version: tuple[int, int]) -> Source:
    source = Source(name, path, is_package=is_package)
    source.version = version
    return source


def _version(path: str) -> tuple[int, int] | None:
    """The time of a file's last change and its size; None if there is no such file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class SourceFinder:
    """Finds modules by name.

    Args:
        folders: the folders that hold the program's modules and installed packages, in the order of the search.
        files: the paths of the program's own files, which keep these paths when they are imported.
    """

    def __init__(self, folders: list[str], files: Iterable[str] = ()) -> None:
        self.folders = folders
        self._own = {os.path.abspath(path): path for path in files}
        self._found: dict[str, tuple[str, bool] | None] = {}
        self._sources: dict[str, Source] = {}

    def find(self, name: str) -> tuple[str, bool] | None:
        """The file of a module, and whether it is a package; None if there is no such source file."""
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name: str) -> tuple[str, bool] | None:
        found = self._search_folders(name)
        if found is not None and name in STAND_INS:
            return str(Path(__file__).parent / "stand_ins" / STAND_INS[name]), False
        return found

    def _search_folders(self, name: str) -> tuple[str, bool] | None:
        parts = name.split(".")
        if not all(part.isidentifier() for part in parts):
            return None
        for folder in self.folders:
            base = os.path.join(folder, *parts)
            init = os.path.join(base, "__init__.py")
            if os.path.isfile(init):
                return init, True
            if os.path.isfile(base + ".py"):
                return base + ".py", False
        return None

    def is_namespace(self, name: str) -> bool:
        """Whether a folder without ``__init__.py`` holds modules of this name."""
        parts = name.split(".")
        return any(os.path.isdir(os.path.join(folder, *parts)) for folder in self.folders)

    def load(self, name: str) -> Source | None:
        """The source of a module by its name; None if there is none."""
        if name in self._sources:
            return self._sources[name]
        found = self.find(name)
        if found is None:
            return None
        path, is_package = found
        path = self._own.get(os.path.abspath(path), path)
        return self.add(read_source(name, path, is_package=is_package))

    def source_of(self, name: str) -> Source | None:
        """The source of a module that was read; None for any other one."""
        return self._sources.get(name)

    @cached_property
    def jax(self) -> str:
        """The version of the JAX that is installed in the folders, as ``"0.12.0.1"``; empty if none is."""
        return installed_jax(self.folders) or ""

    @cached_property
    def jax_version(self) -> tuple[int, int] | None:
        """The version of JAX whose rules count, as ``(0, 12)``; None stands for the newest."""
        return minor_version(self.jax)

    @property
    def sources(self) -> Iterable[Source]:
        """The sources of all modules that were read."""
        return self._sources.values()

    def is_current(self) -> bool:
        """Whether all that was read and searched is still as it was."""
        return all(_version(source.path) == source.version for source in self._sources.values()) and all(
            self._search(name) == found for name, found in self._found.items()
        )

    def branch(self) -> SourceFinder:
        """A finder that knows the same, and learns by itself."""
        other = copy(self)
        other._found, other._sources = dict(self._found), dict(self._sources)
        return other

    def add(self, source: Source) -> Source:
        """Register a source under its name."""
        self._sources[source.name] = source
        return source


def module_name(path: Path) -> tuple[str, Path]:
    """The name by which a file's module is imported, and the folder to search for it.

    A folder such as ``jax-md`` is no package, whatever it holds: no import can name it.
    """
    parts = [] if path.name == "__init__.py" else [path.stem]
    folder = path.parent
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts) or path.parent.name, folder
