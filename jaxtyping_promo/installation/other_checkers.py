"""Finds folders that make another type checker read other stubs of JAX than the installed ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .findings import NOTE, OK, PROBLEM, Finding
from .generated_stubs import is_generated
from .mypy_setup import candidates, relative
from .settings_files import json_object, search_folders, strings, toml_table
from .stub_files import stub_of_jax

SUBJECT = "other stubs"
EDITABLE = Path(__file__).parents[2] / "stubs"
"""The folder of the stubs if this package is installed editable."""


@dataclass(frozen=True)
class SearchPath:
    """The folders that a checker searches before the installed packages.

    Attributes:
        checker: the name of the checker.
        source: the file and the key that name the folders.
        folders: the folders.
    """

    checker: str
    source: str
    folders: list[Path]


def _pyright(folder: Path, checker: str = "pyright") -> Iterator[SearchPath]:
    """`stubPath`, by default `typings`, and `extraPaths` of `pyrightconfig.json` or `pyproject.toml`."""
    name = "pyrightconfig.json"
    base = next((parent for parent in search_folders(folder) if (parent / name).is_file()), None)
    options = json_object(base / name) if base else None
    if options is None:
        name = "pyproject.toml"
        base = next((parent for parent in search_folders(folder) if (parent / name).is_file()), None)
        options = (toml_table(base / name, "tool", checker) if base else None) or {}
    base = base or folder
    stub_path = options.get("stubPath", "typings")
    source = f"stubPath in {name}" if "stubPath" in options else "the default of stubPath"
    yield SearchPath(checker, source, _under(base, [stub_path]))
    yield SearchPath(checker, f"extraPaths in {name}", _under(base, strings(options.get("extraPaths"))))


def _basedpyright(folder: Path) -> Iterator[SearchPath]:
    options = next(
        (o for p in search_folders(folder) if (o := toml_table(p / "pyproject.toml", "tool", "basedpyright"))), None
    )
    if options:
        yield from _pyright(folder, "basedpyright")


def _pyrefly(folder: Path) -> Iterator[SearchPath]:
    for base, name, options in _tables(folder, "pyrefly"):
        for key in ("search-path", "search_path", "site-package-path", "site_package_path"):
            if key in options:
                yield SearchPath("pyrefly", f"{key} in {name}", _under(base, strings(options[key])))
        return


def _ty(folder: Path) -> Iterator[SearchPath]:
    for base, name, options in _tables(folder, "ty"):
        environment = options.get("environment")
        paths = strings(environment.get("extra-paths")) if isinstance(environment, dict) else []
        yield SearchPath("ty", f"extra-paths in {name}", _under(base, paths))
        return


def _mypy(folder: Path) -> Iterator[SearchPath]:
    """`mypy_path` and `MYPYPATH`, which zuban reads, too."""
    for settings in candidates(folder)[:1]:
        paths = strings((settings.options or {}).get("mypy_path"), r"[,:;\n]")
        expanded = [path.replace("$MYPY_CONFIG_FILE_DIR", str(settings.path.parent)) for path in paths]
        yield SearchPath("mypy", f"mypy_path in {settings.path.name}", _under(folder, expanded))
    yield SearchPath("mypy", "MYPYPATH", _under(folder, os.environ.get("MYPYPATH", "").split(os.pathsep)))


READERS: tuple[Callable[[Path], Iterator[SearchPath]], ...] = (_mypy, _pyright, _basedpyright, _pyrefly, _ty)
"""A function for each checker: its search path in a project."""


def _tables(folder: Path, tool: str) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    """The settings of a tool in `TOOL.toml` or `pyproject.toml`, the nearest first."""
    for parent in search_folders(folder):
        for name, keys in ((f"{tool}.toml", ()), ("pyproject.toml", ("tool", tool))):
            options = toml_table(parent / name, *keys)
            if options is not None:
                yield parent, name, options


def _under(base: Path, paths: list[Any]) -> list[Path]:
    return [base / path for path in paths if isinstance(path, str) and path]


def compare(folder: Path) -> list[Finding]:
    """The findings about stubs of JAX in the search paths of checkers.

    Args:
        folder: the folder of the project.
    """
    found = []
    for read in READERS:
        for search_path in read(folder):
            for place in search_path.folders:
                stub = stub_of_jax(place)
                if stub is None or stub.is_relative_to(EDITABLE):
                    continue
                where = f"{search_path.checker} reads {relative(stub, folder)} ({search_path.source})"
                if is_generated(stub):
                    text = f"{where}, written by jaxtyping-promo stubs, instead of the installed stubs"
                    found.append(Finding(SUBJECT, NOTE, text, "write them again after an update"))
                else:
                    text = f"{where} instead of the stubs of jaxtyping-promo"
                    found.append(Finding(SUBJECT, PROBLEM, text, f"remove {relative(stub.parent, folder)}"))
    return found or [Finding(SUBJECT, OK, "no configuration names a folder with other stubs of JAX")]
