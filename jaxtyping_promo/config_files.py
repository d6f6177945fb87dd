"""Reads configuration files as sections of raw values: `pyproject.toml`, and the ini files that mypy reads.

This module finds the sections, the modules that they apply to, and the line of each key. It does not interpret keys.
"""

from __future__ import annotations

import os

from .exceptions import ConfigError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from configparser import RawConfigParser
    from typing import Any

NAME = "jaxtyping-promo"
TOML_TABLE = f"[tool.{NAME}]"
TOML_OVERRIDES = f"[[tool.{NAME}.overrides]]"
INI_SECTION = f"[{NAME}]"
INI_OVERRIDES = f"[{NAME}-PATTERN]"
REPORTS = "reports"
"""The key that names a preset of error codes, or the table that has a key for each code."""
PRESET = "preset"
"""The key in that table that names the preset."""
CHECK_TABLES = ("assume", "policy")
"""The tables that only the command ``check`` reads."""


class Section:
    """A table or ini section: its raw values, and the module patterns that it applies to.

    Args:
        path: the file, as messages show it.
        text: the whole text of the file.
        header: the line that opens the section.
        values: the keys and their values.
        nth: the number of earlier sections with the same header.
    """

    __slots__ = ("_nth", "header", "path", "patterns", "text", "values")

    def __init__(self, path: str, text: str, header: str, values: Mapping[str, object], nth: int = 0) -> None:
        self.path, self.text, self.header, self._nth = path, text, header, nth
        self.values: dict[str, object] = dict(values)
        self.patterns: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether all values are text, as in ini files."""
        return not is_toml(self.path)

    def flat_values(self) -> dict[str, object]:
        """The values with those of nested tables, whose keys are joined by dots.

        TOML reads ``model.tokens = "int32"`` without quotes as a table.
        """
        return dict(_flat(self.values, ""))

    def error(self, message: str, key: str | None = None) -> ConfigError:
        """An error about this section, or about one key, as a line that begins with the file and the line number."""
        line = self.line(key)
        return ConfigError(f"{self.path}:{line}: {message}" if line else f"{self.path}: {message}")

    def line(self, key: str | None = None) -> int | None:
        """The line of the header, or of a key below it; None if it is unknown (as for TOML's inline tables).

        The standard library's parsers keep no positions, so this searches the text again.
        """
        headers: list[tuple[int, str]] = []  # the line numbers and names of all sections
        ours = -1
        name = _bare(self.header).strip("[]")
        for number, line in enumerate(self.text.splitlines(), start=1):
            if line.lstrip().startswith("["):
                headers.append((number, _bare(line).lstrip("[").partition("]")[0]))
                ours += headers[-1][1] == name
            elif ours == self._nth and headers[-1][1] == name and key and key == _bare(_left_side(line)):
                return number
        same = [number for number, section_name in headers if section_name == name]
        if len(same) > self._nth:
            return same[self._nth]
        return (
            next((number for number, section_name in headers if section_name.startswith(f"{name}.")), None)
            if not key
            else None
        )


def _flat(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _left_side(line: str) -> str:
    """The text before the first ``=`` or ``:`` of a line."""
    return line.partition("=")[0].partition(":")[0]


def _bare(line: str) -> str:
    """A line without quotes and spaces."""
    return "".join(line.translate({ord(c): None for c in "\"'"}).split())


def is_toml(path: str) -> bool:
    """Whether mypy reads a file as TOML; it reads all others as ini files."""
    return path.lower().endswith(".toml")


def has_config(path: str) -> bool:
    """Whether a file has a section for mypy or for this package.

    Raises:
        ConfigError: the file can't be read.
    """
    text = _text(path)
    sections = _toml(path, text).get("tool", {}) if is_toml(path) else _ini(path, text).sections()
    names = [*sections] if isinstance(sections, dict | list) else []
    return any(name == "mypy" or name == NAME or str(name).startswith((f"{NAME}-", f"{NAME}.")) for name in names)


def read_sections(path: str) -> list[Section]:
    """The sections of a file for this package, in the order of the file; the section without patterns comes first.

    Raises:
        ConfigError: the file can't be read, a section is misspelled, or an override names no valid modules.
    """
    text = _text(path)
    sections = list((_toml_sections if is_toml(path) else _ini_sections)(path, text))
    return sorted(sections, key=lambda section: bool(section.patterns))


def read_check_table(path: str | None, name: str) -> Section | None:
    """The table ``[tool.jaxtyping-promo.NAME]`` of a file, or the ini section ``[jaxtyping-promo.NAME]``.

    Without one, the `pyproject.toml` beside the file is read.

    Args:
        path: the configuration file of mypy; None stands for no file.
        name: one of `CHECK_TABLES`.

    Raises:
        ConfigError: the file can't be read, or the key is no table.
    """
    if path is None:
        return None
    beside = os.path.join(os.path.dirname(path), "pyproject.toml")
    for each in (path, beside) if beside != path and os.path.isfile(beside) else (path,):
        section = _check_table(each, name)
        if section is not None:
            return section
    return None


def _check_table(path: str, name: str) -> Section | None:
    text = _text(path)
    if not is_toml(path):
        parser = _ini(path, text)
        header = f"{NAME}.{name}"
        return Section(path, text, f"[{header}]", parser[header]) if parser.has_section(header) else None
    tools = _toml(path, text).get("tool", {})
    own = tools.get(NAME, {}) if isinstance(tools, dict) else {}
    table = own.get(name) if isinstance(own, dict) else None
    if table is None:
        return None
    section = Section(path, text, f"[tool.{NAME}.{name}]", table if isinstance(table, dict) else {})
    if name == "policy" and isinstance(table, str):
        return Section(path, text, TOML_TABLE, {name: table})
    if not isinstance(table, dict):
        raise Section(path, text, TOML_TABLE, {}).error(f"{name} must be a table: {section.header}", name)
    return section


def mypy_sections(path: str) -> Iterator[Section]:
    """The sections for mypy itself in a file, with the patterns of the sections for modules.

    Raises:
        ConfigError: the file can't be read.
    """
    text = _text(path)
    if not is_toml(path):
        parser = _ini(path, text)
        for name in parser.sections():
            if name == "mypy" or name.startswith("mypy-"):
                section = Section(path, text, f"[{name}]", parser[name])
                section.patterns = tuple(name.removeprefix("mypy").removeprefix("-").split(",")) if "-" in name else ()
                yield section
        return
    tools = _toml(path, text).get("tool", {})
    table = tools.get("mypy") if isinstance(tools, dict) else None
    if not isinstance(table, dict):
        return
    yield Section(path, text, "[tool.mypy]", table)
    overrides = table.get("overrides", [])
    for nth, override in enumerate(overrides if isinstance(overrides, list) else []):
        if isinstance(override, dict):
            section = Section(path, text, "[[tool.mypy.overrides]]", override, nth)
            modules = override.get("module", "*")
            section.patterns = tuple(map(str, modules)) if isinstance(modules, list) else (str(modules),)
            yield section


def _text(path: str) -> str:
    """The text of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8: {error.reason} at byte {error.start}") from None
    except ValueError as error:  # the path is invalid, for example because it contains a NUL
        raise ConfigError(f"{path}: can't be read: {error}") from None


# --------------------------------------------------------------------------------------------------------- TOML


def _toml(path: str, text: str) -> dict[str, Any]:
    """The contents of a TOML file."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, or Python's error for an integer of thousands of digits
        raise ConfigError(f"{path}: is not valid TOML: {error}{_lower_case(text, str(error))}") from None


def _lower_case(text: str, error: str) -> str:
    """The hint that TOML writes ``true`` and ``false``, if the wrong line has Python's words; or an empty string."""
    import re

    place = re.search(r"\(at line (\d+),", error)
    lines = text.splitlines()
    line = lines[int(place[1]) - 1] if place and int(place[1]) <= len(lines) else ""
    word = re.search(r"=\s*(True|False)\s*(#|$)", line)
    return f"; TOML writes {word[1].lower()}, not {word[1]}" if word else ""


def _toml_sections(path: str, text: str) -> Iterator[Section]:
    """The sections for this package in a TOML file."""
    document = _toml(path, text)
    tools = document.get("tool", {})
    for name in document:
        _refuse_misspelled(path, text, f"[{name}]", name)
    for name in tools if isinstance(tools, dict) else ():
        if name != NAME:
            _refuse_misspelled(path, text, f"[tool.{name}]", name)
    if not isinstance(tools, dict) or NAME not in tools:
        return
    section = Section(path, text, TOML_TABLE, {})
    if not isinstance(tools[NAME], dict):
        raise section.error(f"tool.{NAME} must be a table: {TOML_TABLE}")
    section.values.update(tools[NAME])
    overrides = section.values.pop("overrides", [])
    for name in CHECK_TABLES:
        section.values.pop(name, None)
    reports = _toml_reports(section, f"[tool.{NAME}.{REPORTS}]")
    for key, value in section.values.items():
        if isinstance(value, dict):
            unknown = Section(path, text, f"[tool.{NAME}.{key}]", {})
            raise unknown.error(f"unknown section {unknown.header}; sections: {TOML_TABLE}, {TOML_OVERRIDES}")
    yield section
    if reports is not None:
        yield reports
    if not isinstance(overrides, list) or not all(isinstance(override, dict) for override in overrides):
        wrong = Section(path, text, f"[tool.{NAME}.overrides]", {})
        raise wrong.error(f"overrides must be an array of tables, each under {TOML_OVERRIDES}")
    tables = 0
    for nth, override in enumerate(overrides):
        part = _toml_override(Section(path, text, TOML_OVERRIDES, override, nth))
        reports = _toml_reports(part, f"[tool.{NAME}.overrides.{REPORTS}]", tables)
        yield part
        if reports is not None:
            tables += 1
            yield reports


def _toml_reports(section: Section, header: str, nth: int = 0) -> Section | None:
    """The table of error codes in a section, removed from the section; None if the section lacks one."""
    if not isinstance(section.values.get(REPORTS), dict):
        return None
    table: Any = section.values.pop(REPORTS)
    reports = Section(section.path, section.text, header, table, nth)
    reports.patterns = section.patterns
    return reports


def _toml_override(section: Section) -> Section:
    """An override whose module patterns have been read and removed from its values."""
    modules: Any = section.values.pop("module", None)
    if modules is None:
        raise section.error(f"{section.header} has no key 'module', which says what modules it is for")
    if isinstance(modules, str):
        modules = [modules]
    if not isinstance(modules, list) or not modules or not all(isinstance(module, str) for module in modules):
        raise section.error(
            f"module in {section.header} must be a module pattern or a list of them, not {quoted(modules)}", "module"
        )
    section.patterns = _checked_patterns(section, modules, "module")
    return section


# ---------------------------------------------------------------------------------------------------------- ini


def _ini(path: str, text: str) -> RawConfigParser:
    """The contents of an ini file."""
    import configparser

    # Read as mypy reads it, except that [DEFAULT] does not apply to our sections, and that keys are case-sensitive.
    parser = configparser.RawConfigParser(default_section="")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(text, source=path)
    except configparser.Error as error:
        raise ConfigError(f"{path}: is not a valid ini file: {' '.join(str(error).split())}") from None
    return parser


def _ini_sections(path: str, text: str) -> Iterator[Section]:
    """The sections for this package in an ini file."""
    parser = _ini(path, text)
    for name in parser.sections():
        section = Section(path, text, f"[{name}]", parser[name])
        if name in (NAME, f"{NAME}.{REPORTS}"):
            yield section
        elif name in [f"{NAME}.{table}" for table in CHECK_TABLES]:
            continue
        elif name.startswith(f"{NAME}-"):
            modules = name.removeprefix(f"{NAME}-").split(",")
            section.patterns = _checked_patterns(section, [module.strip() for module in modules])
            yield section
        else:
            _refuse_misspelled(path, text, section.header, name)


# ------------------------------------------------------------------------------------------------------- checks


def _refuse_misspelled(path: str, text: str, header: str, name: str) -> None:
    """Raise an error if a section's header looks like a misspelled header of this package."""
    plain = name.lower().translate({ord(c): "-" for c in "_.: "}).removeprefix("tool-")
    if "jax" not in plain and "typing" not in plain:
        return
    from difflib import get_close_matches

    if not get_close_matches(plain[: len(NAME)], [NAME], cutoff=0.85):
        return
    headers = (TOML_TABLE, TOML_OVERRIDES) if is_toml(path) else (INI_SECTION, INI_OVERRIDES)
    raise Section(path, text, header, {}).error(f"unknown section {header}; sections: {', '.join(headers)}")


def _checked_patterns(section: Section, patterns: list[str], key: str | None = None) -> tuple[str, ...]:
    """The module patterns of a section, or an error if any pattern is invalid."""
    for pattern in patterns:
        parts = pattern.split(".")
        if pattern == "*":
            whole = INI_SECTION if section.is_text else TOML_TABLE
            raise section.error(
                f"the pattern '*' in {section.header} stands for no module; what holds for all belongs in {whole}", key
            )
        if not all(part == "*" or part.replace("-", "_").isidentifier() for part in parts):
            raise section.error(
                f"{quoted(pattern)} in {section.header} is not a module pattern: a dotted module name whose parts may"
                " be '*', as in 'pkg.module', 'pkg.*' or '*.tests.*'",
                key,
            )
    return tuple(patterns)
