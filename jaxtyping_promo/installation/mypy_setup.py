"""Finds the file that configures mypy, and whether it names the plugin."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .findings import NOTE, OK, PROBLEM, Finding
from .settings_files import ini_sections, search_folders, strings, toml_table

SUBJECT = "mypy"
PLUGIN = "jaxtyping_promo.mypy_plugin"
NAMES = ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg")
"""The files that mypy looks for in a folder, in its order."""
SHARED = ("pyproject.toml", "setup.cfg")
"""The files that count only if they have a section for mypy."""


@dataclass(frozen=True)
class MypySettings:
    """The settings of mypy in one file.

    Attributes:
        path: the file.
        options: the options of the main section; None if the file has no such section.
    """

    path: Path
    options: dict[str, Any] | None

    @property
    def section(self) -> str:
        """The header of mypy's main section in this file."""
        return "[tool.mypy]" if self.path.suffix.lower() == ".toml" else "[mypy]"

    @property
    def plugins(self) -> list[str]:
        """The plugins by the names in the file; a name without the function after the colon."""
        return [name.partition(":")[0] for name in strings((self.options or {}).get("plugins"))]

    @property
    def has_plugin(self) -> bool:
        """Whether the file names the plugin of this package."""
        return PLUGIN in self.plugins


def read_settings(path: Path) -> MypySettings | None:
    """The settings of mypy in a file; None if mypy would go on to the next file."""
    options: dict[str, Any] | None
    if path.suffix.lower() == ".toml":
        options = toml_table(path, "tool", "mypy")
        return None if options is None else MypySettings(path, options)
    sections = ini_sections(path)
    options = None if sections is None else sections.get("mypy")
    if sections is None or (options is None and path.name in SHARED):
        return None
    return MypySettings(path, options)


def files_of_user() -> list[Path]:
    """The files of the user, which mypy reads if the project has none."""
    folder = os.environ.get("XDG_CONFIG_HOME")
    own = [Path(folder, "mypy/config")] if folder else []
    return [*own, Path("~/.config/mypy/config").expanduser(), Path("~/.mypy.ini").expanduser()]


def candidates(folder: Path) -> list[MypySettings]:
    """The files with settings of mypy that mypy finds from a folder, in its order. mypy reads the first of them."""
    paths = [parent / name for parent in search_folders(folder) for name in NAMES] + files_of_user()
    return [settings for path in paths if (settings := read_settings(path)) is not None]


def describe(found: list[MypySettings], shown: Path, *, is_asked: bool = False) -> list[Finding]:
    """The findings about the file in force and the plugin.

    Args:
        found: the files with settings, the one in force first.
        shown: the folder to which paths in messages are relative.
        is_asked: whether the user names the file, and so wants the plugin.
    """
    if not found:
        remedy = f'to use mypy, write [tool.mypy] and plugins = ["{PLUGIN}"] into pyproject.toml'
        return [Finding(SUBJECT, NOTE, "mypy finds no configuration file, so the plugin is not in use", remedy)]
    first, *others = found
    name = relative(first.path, shown)
    findings = [Finding(SUBJECT, OK, f"mypy reads {name}")]
    if first.has_plugin:
        findings.append(Finding(SUBJECT, OK, f"the plugin is named in {first.section} of {name}"))
    else:
        findings.append(_missing_plugin(first, others, name, shown, PROBLEM if is_asked else NOTE))
    return findings


def _missing_plugin(first: MypySettings, others: list[MypySettings], name: str, shown: Path, status: str) -> Finding:
    """What is wrong, and the remedy, if the file in force does not name the plugin.

    It is a problem if some file tries to name it. Otherwise, it has a status of the caller.
    """
    value = f'["{PLUGIN}"]' if first.section == "[tool.mypy]" else PLUGIN
    plugins = first.plugins
    if plugins:
        value = f'["{PLUGIN}", ...]' if first.section == "[tool.mypy]" else f"{PLUGIN}, ..."
    remedy = f"write plugins = {value} under {first.section} in {name}"
    other = next((settings for settings in others if settings.has_plugin), None)
    misspelt = next((plugin for plugin in plugins if "jaxtyping" in plugin), None)
    if misspelt:
        return Finding(SUBJECT, PROBLEM, f"{name} names the plugin {misspelt}, and its name is {PLUGIN}", remedy)
    if other:
        where = relative(other.path, shown)
        text = f"{where} names the plugin, but mypy reads {name} instead, and no second file"
        return Finding(SUBJECT, PROBLEM, text, remedy)
    return Finding(SUBJECT, status, f"{name} does not name the plugin, so mypy does not use it", remedy)


def relative(path: Path, folder: Path) -> str:
    """A path as messages show it: relative to a folder if it is inside it."""
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)
