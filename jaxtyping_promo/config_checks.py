"""Finds settings that have no effect: keys in mypy's sections, sections in other files, modules that do not exist.

mypy reports none of these as an error: it skips unknown keys and files that it cannot parse, and ends with exit code 0.
The mypy plugin and the commands ask this module. It imports no mypy, so it also works where mypy drops the plugin.
"""

from __future__ import annotations

import os

from .config import ALL_SETTINGS, Config, load_config
from .config_files import (
    INI_OVERRIDES,
    INI_SECTION,
    TOML_OVERRIDES,
    TOML_TABLE,
    mypy_sections,
    read_sections,
)
from .exceptions import ConfigError, quoted
from .module_search import did_you_mean, is_module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "CONFIG_FILES",
    "PLUGIN",
    "ignored_sections",
    "load_checked_config",
    "misplaced_key",
    "missing_modules",
    "names_plugin",
    "skipped_file",
    "warnings_of",
]

CONFIG_FILES = ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg")
"""The names of the files in which mypy looks for its configuration, in mypy's order."""
PLUGIN = "jaxtyping_promo.mypy_plugin"
"""The name of the plugin in the key ``plugins`` of mypy's section."""


def load_checked_config(path: str | os.PathLike[str] | None) -> Config:
    """The configuration that belongs to a configuration file of mypy, as `load_config` reads it.

    Args:
        path: mypy's `options.config_file`; None stands for no file.

    Raises:
        ConfigError: for the reasons of `load_config`, and if a key of this package stands in a section of mypy.
    """
    error = None if path is None else misplaced_key(path)
    if error is not None:
        raise error
    return load_config(path)


def warnings_of(config: Config, path: str | os.PathLike[str] | None, roots: Iterable[str] = ()) -> list[str]:
    """The lines about settings that probably have no effect: sections in other files, modules that do not exist.

    Args:
        config: the configuration in force.
        path: mypy's `options.config_file`; None stands for no file.
        roots: further folders with modules, such as mypy's `mypy_path` and the folder of installed packages.
    """
    return [*ignored_sections(config, path), *missing_modules(config, path, roots)]


def misplaced_key(path: str | os.PathLike[str]) -> ConfigError | None:
    """The error for a key or section of this package inside a section of mypy: ``x64 = true`` below ``[mypy]``.

    mypy prints *Unrecognized option* and goes on without the key.
    """
    for section in mypy_sections(os.fspath(path)):
        kind = (TOML_TABLE, TOML_OVERRIDES) if not section.is_text else (INI_SECTION, INI_OVERRIDES)
        if section.is_text and section.patterns:
            own = f"[jaxtyping-promo-{','.join(section.patterns)}]"
        else:
            own = kind[1] if section.patterns else kind[0]
        for key in section.values:
            if key in ALL_SETTINGS:
                return section.error(f"{quoted(key)} is a key of {own}, not of {section.header}", key)
            if key in ("jaxtyping-promo", "jaxtyping_promo"):
                return section.error(f"{key} is not a part of {section.header}; sections: {', '.join(kind)}")
    return None


def ignored_sections(config: Config, path: str | os.PathLike[str] | None) -> Iterator[str]:
    """A line for each file beside mypy's configuration file that has a section for this package which nobody reads.

    Nothing is reported if the file in force has such a section itself: projects keep several configurations.

    Args:
        config: the configuration in force.
        path: mypy's `options.config_file`; None stands for no file.
    """
    if config.file is not None:
        return
    here = os.getcwd()
    folder = here if path is None else os.path.dirname(os.path.abspath(path))
    reads = "no configuration file" if path is None else os.fspath(path)
    for place in dict.fromkeys((folder, here)):
        for name in CONFIG_FILES:
            other = os.path.join(place, name)
            if not os.path.isfile(other) or (path is not None and os.path.samefile(other, path)):
                continue
            try:
                sections = read_sections(name if place == here else os.path.join(os.path.dirname(reads), name))
            except (ConfigError, OSError):
                continue
            for section in sections[:1]:
                yield str(section.error(f"{section.header} has no effect, since mypy reads {reads}"))


def missing_modules(config: Config, path: str | os.PathLike[str] | None, roots: Iterable[str] = ()) -> Iterator[str]:
    """A line for each override whose pattern matches no module of the project and no installed one.

    Args:
        config: the configuration in force.
        path: mypy's `options.config_file`; None stands for no file.
        roots: further folders with modules.
    """
    if config.file is None or not config.overrides:
        return
    folder = os.path.dirname(os.path.abspath(config.file))
    places = [folder, os.path.join(folder, "src"), os.getcwd(), *roots]
    for section in read_sections(config.file):
        for pattern in section.patterns:
            if not is_module_of(pattern, places, folder):
                hint = did_you_mean(pattern, places)
                line = f"no module matches {quoted(pattern)}{hint} in {section.header}"
                yield str(section.error(line, None if section.is_text else "module"))


def names_plugin(path: str | os.PathLike[str]) -> bool:
    """Whether the section of mypy in a file names the plugin."""
    for section in mypy_sections(os.fspath(path)):
        if not section.patterns:
            plugins = section.values.get("plugins", "")
            listed = plugins if isinstance(plugins, list) else str(plugins).replace("\n", ",").split(",")
            return any(str(one).strip() == PLUGIN for one in listed)
    return False


def skipped_file(directory: str | os.PathLike[str] = ".") -> ConfigError | None:
    """The error in a configuration file that mypy skips because it cannot parse it; None if there is no such file.

    mypy then runs without the settings and plugins of that file: ``x64 = True`` in a `pyproject.toml` is no TOML.

    Args:
        directory: the folder in which mypy runs. The folders above it are searched as mypy does.
    """
    current = os.path.abspath(directory)
    while True:
        for name in CONFIG_FILES:
            path = os.path.join(current, name)
            if not os.path.isfile(path):
                continue
            try:
                has_section = any(True for _ in mypy_sections(path))
            except ConfigError as error:
                return ConfigError(f"{error}; mypy skips the whole file, also the plugin that it names")
            if has_section or name.endswith("mypy.ini"):
                return None
        parent = os.path.dirname(current)
        if parent == current or any(os.path.exists(os.path.join(current, root)) for root in (".git", ".hg")):
            return None
        current = parent
