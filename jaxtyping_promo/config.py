"""The keys of the configuration, their values for each module, and the errors for wrong keys and values.

`Options` is the table of the keys, whose kinds are in `settings`. `config_files` reads the sections of a file:
``[tool.jaxtyping-promo]`` of `pyproject.toml`, or ``[jaxtyping-promo]`` of an ini file. This module checks and merges
them. Users read `docs/reference/configuration.md`.
"""

from __future__ import annotations

import os

from .config_files import (
    CHECK_TABLES,
    INI_SECTION,
    PRESET,
    REPORTS,
    TOML_TABLE,
    has_config,
    is_toml,
    read_check_table,
    read_sections,
)
from .diagnostics.codes import CODES, DTYPE_TRUNCATION, ERROR, OFF, PRESETS
from .exceptions import LONGEST_VALUE, ConfigError, JaxtypingPromoError, UnknownSystemError, quoted
from .settings import Choice, Flag, Setting, Severity, SystemName
from .systems import MODULES, get_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from re import Pattern

    from .config_files import Section
    from .settings import Value
    from .system import System

    Values = Mapping[str, Value]

__all__ = ["SETTINGS", "SEVERITY_SETTINGS", "Config", "Options", "find_config_file", "load_config"]

# ----------------------------------------------------------------------------------------------- keys and values


class Options:
    """The settings that hold for one module, with an attribute for each key. Hashable; equal if all values are equal.

    Args:
        values: the keys that the configuration sets.
    """

    # A new key is one line here. Its other places (pages, stubs, tests) are listed in
    # docs/how-it-works/development.md, "A key of the configuration".
    system = SystemName(*MODULES, doc="the promotion system; a value that ends in .toml is a file that declares one")
    x64 = Flag(False, doc="whether 64-bit dtypes are on, as in jax_enable_x64")
    promotion = Choice("standard", "strict", doc="which dtypes promote, as in jax_numpy_dtype_promotion")
    warn_truncation = Flag(False, doc='the same as dtype-truncation = "error" if true, and "off" if false')
    check = Choice(
        *("dtypes", "findings", "off"),
        doc="what mypy takes from jaxtyping-promo check: its findings, or also dtypes that the plugin does not know",
    )
    reports = Choice(*PRESETS, doc="the preset of reported error codes; each code can also be set by its own name")

    __slots__ = ("_configured_keys", "_system", "_values")

    def __init__(self, **values: Value) -> None:
        for key in values:
            if key not in ALL_SETTINGS:
                raise TypeError(f"unknown key {key!r}; keys: {', '.join(ALL_SETTINGS)}")
        self._configured_keys = frozenset(values)
        self._values = {name: values.get(name, setting.default) for name, setting in ALL_SETTINGS.items()}
        self._system: System | None = None

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.values()))

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{key}={value!r}' for key, value in self._values.items())})"

    def is_set(self, key: str) -> bool:
        """Whether the configuration sets a key, even if it sets the default."""
        return key in self._configured_keys

    def severity(self, code: str) -> str:
        """The severity of an error code, by the code's name: ``"error"``, ``"note"`` or ``"off"``."""
        own = self._values[code]
        if own:
            return str(own)
        if code == DTYPE_TRUNCATION.name and self.is_set("warn_truncation"):
            return ERROR if self.warn_truncation else OFF
        return PRESETS[self.reports][code]

    def is_switched_off(self, code: str) -> bool:
        """Whether the key of an error code itself switches it off; presets and defaults do not count."""
        is_set = bool(self._values[code]) or (code == DTYPE_TRUNCATION.name and self.is_set("warn_truncation"))
        return is_set and self.severity(code) == OFF

    @property
    def system_object(self) -> System:
        """The promotion system with these settings.

        Raises:
            UnknownSystemError: there is no such system, or it has no such mode. Options of a `Config` never raise it.
        """
        if self._system is None:
            self._system = get_system(self.system, **_modes(self._values))
        return self._system

    def changed(self, values: Values) -> Options:
        """A copy of the options with the settings of an override.

        Modes that the override's system lacks are switched off.

        So modules that follow another library's rules do not inherit JAX's x64 or strict mode.
        """
        replaced = {name for name in self._values if _is_replaced(name, values)}
        merged = {**{name: value for name, value in self._values.items() if name not in replaced}, **values}
        for mode, on in _modes(merged).items():
            if on and not _has_mode(str(merged["system"]), mode):
                merged[MODES[mode]] = SETTINGS[MODES[mode]].default
        options = Options(**merged)
        options._configured_keys = (self._configured_keys - replaced).union(values)
        return options


SETTINGS: dict[str, Setting] = {name: value for name, value in vars(Options).items() if isinstance(value, Setting)}
"""The keys of the configuration, except the keys that are named after error codes."""
SEVERITY_SETTINGS: dict[str, Severity] = {name: Severity(name, code.summary) for name, code in CODES.items()}
"""The keys that are named after error codes."""
ALL_SETTINGS: dict[str, Setting] = {**SETTINGS, **SEVERITY_SETTINGS}
"""All keys of the configuration."""


def _is_replaced(name: str, values: Values) -> bool:
    """Whether an override replaces an inherited key: a preset in an override sets the severity of every code."""
    if name == DTYPE_TRUNCATION.name and "warn_truncation" in values:
        return True
    return "reports" in values and (name in SEVERITY_SETTINGS or name == "warn_truncation")


MODES = {"x64": "x64", "strict": "promotion"}
"""The modes of a promotion system, and the keys that set them."""


def _modes(values: Values) -> dict[str, bool]:
    """The modes that some settings switch on or off."""
    return {mode: key in values and values[key] != SETTINGS[key].default for mode, key in MODES.items()}


def _has_mode(system: str, mode: str) -> bool:
    """Whether a promotion system has a mode."""
    try:
        get_system(system, **{mode: True})
    except UnknownSystemError:
        return False
    return True


# ------------------------------------------------------------------------------------------------------ modules


class Config:
    """A whole configuration: the settings of the project, and overrides for modules.

    Args:
        options: the settings for modules without an override.
        overrides: module patterns (``pkg.module``, ``pkg.*``, ``*.tests.*``) and the settings for those modules.
        file: the file that it was read from, or None.
    """

    def __init__(
        self, options: Options | None = None, overrides: Mapping[str, Values] = {}, file: str | None = None
    ) -> None:
        self.options = Options() if options is None else options
        self.overrides = {pattern: dict(values) for pattern, values in overrides.items()}
        self.file = file
        self._by_pattern: dict[str, Options] = {}
        self._by_module: dict[str, Options] = {}
        self._snapshot: dict[str, object] = {}
        # Precedence as in mypy: an exact name, then patterns with a star in the middle (the last in the file first),
        # then pkg.sub.*, then pkg.*. Each inherits the settings of the patterns that it takes precedence over.
        plain = [pattern for pattern in self.overrides if "*" not in pattern[:-1]]
        self._globs: list[tuple[Pattern[str], Values]] = [
            (_compile(p), values) for p, values in self.overrides.items() if p not in plain
        ]
        for pattern in sorted(plain, key=lambda pattern: (not pattern.endswith(".*"), pattern)):
            self._by_pattern[pattern] = self._inherited(pattern).changed(self.overrides[pattern])

    def for_module(self, module: str) -> Options:
        """The settings for a module, by its full name."""
        try:
            return self._by_module[module]
        except KeyError:
            options = self._by_module[module] = self._by_pattern.get(module) or self._inherited(module)
            return options

    def for_pattern(self, pattern: str) -> Options:
        """The settings for the modules of an override, unless another override takes precedence."""
        return self._by_pattern.get(pattern) or self.options.changed(self.overrides[pattern])

    def _inherited(self, module: str) -> Options:
        """The settings of a module by the patterns that match it."""
        parts = module.split(".")
        parents = (".".join((*parts[:end], "*")) for end in range(len(parts), 0, -1))
        options = next((self._by_pattern[parent] for parent in parents if parent in self._by_pattern), self.options)
        if not module.endswith(".*"):
            for pattern, values in self._globs:
                if pattern.match(module):
                    options = options.changed(values)
        return options

    def check_tables(self) -> list[tuple[str, Section | None]]:
        """The tables that only ``jaxtyping-promo check`` reads, by name; none if `check` is off everywhere.

        Raises:
            ConfigError: a table can't be read.
        """
        is_on = self.checks - {"off"}
        return [(name, read_check_table(self.file, name)) for name in CHECK_TABLES] if is_on else []

    @property
    def checks(self) -> set[Value]:
        """The values of `check` in the whole configuration."""
        return {self.options.check} | {values["check"] for values in self.overrides.values() if "check" in values}

    def snapshot(self) -> dict[str, object]:
        """The whole configuration as JSON values (dicts, lists, str, bool); equal configurations have equal snapshots.

        mypy's hook `report_config_data` returns it, so that a cache is invalidated when the configuration changes. So
        it includes the contents of files that declare systems, too.
        """
        if not self._snapshot:
            systems = {self.options.system, *(str(values.get("system", "")) for values in self.overrides.values())}
            self._snapshot = {
                **{key: self.options[key] for key in SETTINGS},
                REPORTS: {PRESET: self.options.reports, **{k: v for k in SEVERITY_SETTINGS if (v := self.options[k])}},
                "set": [key for key in ALL_SETTINGS if self.options.is_set(key)],
                "overrides": [[pattern, dict(sorted(values.items()))] for pattern, values in self.overrides.items()],
                "files": {system: _digest(system) for system in sorted(systems) if is_toml(system)},
                "check tables": {name: section.flat_values() for name, section in self.check_tables() if section},
            }
        return self._snapshot


def _digest(path: str) -> str:
    """The hash of a file's contents."""
    from hashlib import sha256

    with open(path, "rb") as file:
        return sha256(file.read()).hexdigest()


def _compile(pattern: str) -> Pattern[str]:
    """A regular expression for a pattern with a star before its end; each star matches any number of parts, or none."""
    import re

    first, *others = pattern.split(".")
    expression = ".*" if first == "*" else re.escape(first)
    expression += "".join(r"(\..*)?" if part == "*" else re.escape(f".{part}") for part in others)
    return re.compile(rf"{expression}\Z")


# -------------------------------------------------------------------------------------------------------- files


def find_config_file(directory: str | os.PathLike[str] = ".") -> str | None:
    """The file that would configure mypy in a directory, or a file that configures only this package; None without one.

    As mypy does, it looks for `mypy.ini`, `.mypy.ini`, `pyproject.toml` and `setup.cfg` in the directory and its
    parents, up to the root of the repository. The latter two count only if they have a section for mypy or for this
    package.

    Raises:
        ConfigError: a file on the way can't be read.
    """
    current = os.path.abspath(directory)
    while True:
        for name in ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg"):
            path = os.path.join(current, name)
            if os.path.isfile(path) and (name.endswith("mypy.ini") or has_config(path)):
                return path
        parent = os.path.dirname(current)
        if parent == current or any(os.path.exists(os.path.join(current, root)) for root in (".git", ".hg")):
            return None
        current = parent


def load_config(path: str | os.PathLike[str] | None) -> Config:
    """The configuration that belongs to a configuration file of mypy.

    It is in that file, or else in the `pyproject.toml` beside it, or else the default.

    Args:
        path: mypy's `options.config_file`; None stands for no file.

    Raises:
        ConfigError: a section, key or value is unknown, or both files have a configuration and these differ. The
            message is one line with the file, the line number if it is known, and the allowed values.
    """
    if path is None:
        return Config()
    own_path = os.fspath(path)
    own = _read(own_path)
    beside_path = os.path.join(os.path.dirname(own_path), "pyproject.toml")
    if os.path.basename(own_path) == "pyproject.toml" or not os.path.isfile(beside_path):
        return own or Config()
    beside = _read(beside_path)
    if own and beside:
        _refuse_difference(own, beside)
    return own or beside or Config()


def _refuse_difference(own: Config, beside: Config) -> None:
    """Raise an error if two files contain different configurations."""
    ours, theirs = own.snapshot(), beside.snapshot()
    for key, value in ours.items():
        if key != "set" and value != theirs[key]:
            shown = (
                "" if key not in ALL_SETTINGS else f" ({_shown(value)} in the one, {_shown(theirs[key])} in the other)"
            )
            header = TOML_TABLE if is_toml(own.file or "") else INI_SECTION
            both = f"{own.file} has {header} and {beside.file} has {TOML_TABLE}"
            raise ConfigError(f"{both}, and they differ in {key!r}{shown}; keep one of them")


def _read(path: str) -> Config | None:
    """The configuration in a file, or None if it has none."""
    sections = read_sections(path)
    if not sections:
        return None
    whole: dict[str, Value] = {}
    overrides: dict[str, dict[str, Value]] = {}
    parsed = [(section, _parsed(section)) for section in sections]
    for section, values in parsed:
        for pattern in section.patterns or (None,):
            merged = whole if pattern is None else overrides.setdefault(pattern, {})
            for key, value in values.items():
                if merged.setdefault(key, value) != value:
                    both = f"{_shown(merged[key])} and {_shown(value)}"
                    modules = "" if pattern is None else f" for the modules {pattern!r}"
                    raise section.error(f"{key!r} has two values{modules}: {both}", key)
    options = Options(**whole)
    config = Config(options, overrides, path)
    for section, values in parsed:
        _check_modes(section, values, [config.for_pattern(pattern) for pattern in section.patterns] or [options])
    return config


def _parsed(section: Section) -> dict[str, Value]:
    """The settings in a section, checked and converted."""
    values = {}
    is_reports = section.header.strip("[]").endswith(f".{REPORTS}")
    allowed: dict[str, Setting] = (
        {**dict.fromkeys((PRESET, REPORTS), SETTINGS[REPORTS]), **SEVERITY_SETTINGS} if is_reports else ALL_SETTINGS
    )
    listed = allowed if is_reports else SETTINGS
    for key, value in section.values.items():
        if key not in allowed:
            hint = _did_you_mean(key, allowed)
            raise section.error(f"unknown key {quoted(key)}{hint} in {section.header}; keys: {', '.join(listed)}", key)
        setting = allowed[key]
        parsed = setting.parse(value, is_text=section.is_text)
        if parsed is None:
            hint = _did_you_mean(value, getattr(setting, "words", ()))
            raise section.error(
                f"{key} in {section.header} can't be {_shown(value)}{hint}; allowed: {setting.allowed}", key
            )
        values[setting.name] = parsed
    if "system" in values:
        values["system"] = _system_name(section, str(values["system"]))
    return values


def _system_name(section: Section, name: str) -> str:
    """A system's name as `get_system` expects it: the path of a file is made relative to the configuration file."""
    if is_toml(name):
        name = os.path.abspath(os.path.join(os.path.dirname(section.path), name))
    try:
        get_system(name)
    except JaxtypingPromoError as error:
        raise section.error(f"{error}{_did_you_mean(name, MODULES)}", "system") from None
    return name


def _check_modes(section: Section, values: Values, outcomes: list[Options]) -> None:
    """Raise an error if a section switches on a mode that its promotion system does not have."""
    globs = any("*" in pattern[:-1] for pattern in section.patterns)
    if globs and "system" not in values:
        return  # the modules that match may have different systems
    for mode, on in _modes(values).items():
        for options in outcomes:
            if on:
                try:
                    get_system(options.system, **{mode: True})
                except UnknownSystemError as error:
                    raise section.error(str(error), MODES[mode]) from None


def _did_you_mean(word: object, words: Iterable[str]) -> str:
    """A hint with the word that begins with a misspelled one, or the closest one; or an empty string."""
    from difflib import get_close_matches

    if not isinstance(word, str):
        return ""
    known = [*words]
    longer = [one for one in known if word and one.startswith(word)]
    close = longer if len(longer) == 1 else get_close_matches(word[:LONGEST_VALUE], known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _shown(value: object) -> str:
    """A value as a message shows it."""
    if isinstance(value, str):
        return f'"{quoted(value)[1:-1]}"'
    return str(value).lower() if isinstance(value, bool) else quoted(value)
