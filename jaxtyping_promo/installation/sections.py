"""Finds sections of configuration files that have no effect on this package."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..config import Config, find_config_file, load_config
from ..config_files import INI_SECTION, NAME, TOML_TABLE
from ..exceptions import ConfigError
from ..module_search import is_module_of
from .findings import NOTE, OK, PROBLEM, Finding
from .mypy_setup import NAMES, MypySettings, relative
from .settings_files import ini_sections, search_folders, strings, toml_table

SUBJECT = "configuration"
WRONG_NAMES = ("jaxtyping", "jaxtyping_promo", "promo", "jax-typing", "jax_typing")
"""Names of sections that look as if they were for this package."""


def load(found: list[MypySettings]) -> tuple[Config, list[Finding]]:
    """The configuration in force, and a problem if it has an error.

    Args:
        found: the files with settings of mypy, the one in force first.
    """
    try:
        return load_config(found[0].path if found else None), []
    except ConfigError as error:
        return Config(), [Finding(SUBJECT, PROBLEM, str(error), "correct the file; mypy stops with the same line")]


def without_effect(found: list[MypySettings], config: Config, folder: Path) -> list[Finding]:
    """The findings about sections and overrides.

    Args:
        found: the files with settings of mypy, the one in force first.
        config: the configuration in force.
        folder: the folder of the project.
    """
    read = [found[0].path, found[0].path.with_name("pyproject.toml")] if found else []
    files = [path for name in NAMES if (path := next(_existing(folder, name), None)) is not None]
    problems = [
        *_misnamed(dict.fromkeys([*read, *files]), folder),
        *_unread(files, read, found, folder),
        *_unmatched(config, found, folder),
    ]
    if problems or not config.file:
        return problems
    return [Finding(SUBJECT, OK, f"the settings of {NAME} are in {relative(Path(config.file), folder)}")]


def _existing(folder: Path, name: str) -> Iterator[Path]:
    return (parent / name for parent in search_folders(folder) if (parent / name).is_file())


def _headers(path: Path, names: Iterable[str]) -> list[str]:
    """The headers of sections with one of the names in a file."""
    if path.suffix.lower() == ".toml":
        tools = toml_table(path, "tool") or {}
        return [f"[tool.{name}]" for name in names if name in tools]
    sections = ini_sections(path) or {}
    return [f"[{name}]" for name in names if name in sections]


def _misnamed(paths: Iterable[Path], folder: Path) -> Iterator[Finding]:
    """A problem for each section with a name that looks like this package's."""
    for path in paths:
        right = TOML_TABLE if path.suffix.lower() == ".toml" else INI_SECTION
        for header in _headers(path, WRONG_NAMES):
            text = f"{header} in {relative(path, folder)} has no effect"
            yield Finding(SUBJECT, PROBLEM, text, f"rename it {right}")


def _unread(files: list[Path], read: list[Path], found: list[MypySettings], folder: Path) -> Iterator[Finding]:
    """A finding for each section of this package that mypy does not read: a note if ``check`` reads it."""
    by_check = _read_by_check(folder)
    for path in files:
        for header in _headers(path, [NAME]):
            name = relative(path, folder)
            status, who = (NOTE, "only check reads it") if path in by_check else (PROBLEM, "nothing reads it")
            if path not in read:
                mypy = f"mypy reads {relative(found[0].path, folder)}" if found else "mypy reads no file"
                remedy = f"move it to {relative(found[0].path, folder)}" if found and status == PROBLEM else ""
                yield Finding(SUBJECT, status, f"{header} in {name} has no effect in mypy: {mypy}; {who}", remedy)
            elif not found[0].has_plugin:
                yield Finding(SUBJECT, status, f"{header} in {name} has no effect in mypy without the plugin; {who}")


def _read_by_check(folder: Path) -> list[Path]:
    """The files that may hold the settings of ``check``."""
    try:
        found = find_config_file(folder)
    except ConfigError:
        return []
    return [] if found is None else [Path(found), Path(found).with_name("pyproject.toml")]


def _unmatched(config: Config, found: list[MypySettings], folder: Path) -> Iterator[Finding]:
    """A problem for each override whose pattern matches no module of the project or the environment."""
    base = found[0].path.parent if found else folder
    options = (found[0].options or {}) if found else {}
    paths = [str(base / path) for path in strings(options.get("mypy_path"), r"[,:\n]")]
    for pattern in config.overrides:
        if not any(is_module_of(pattern, [*paths, *sys.path], str(project)) for project in {folder, base}):
            file = relative(Path(config.file), folder) if config.file else "the configuration"
            text = f'the override for "{pattern}" in {file} matches no module of the project or this environment'
            yield Finding(SUBJECT, PROBLEM, text, "correct the name of the module, or remove the override")
