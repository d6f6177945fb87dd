"""The kinds of keys in the configuration: each has a default, a meaning, and a check of the values in files.

The class `Options` in `config.py` has one attribute of these classes for each key.
"""

from __future__ import annotations

from .diagnostics.codes import SEVERITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    Value = str | bool

    class HasValues(Protocol):
        """An object with the values of the keys, such as `Options`."""

        def __getitem__(self, key: str, /) -> Value: ...


class Setting:
    """A key of the configuration: its meaning, its default, and its allowed values.

    It is also the attribute of `Options` that holds the value; on the class, it holds the default.
    """

    __slots__ = ("default", "doc", "name")

    def __init__(self, default: Value, doc: str) -> None:
        self.default, self.doc = default, doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def allowed(self) -> str:
        """The allowed values, for messages."""
        raise NotImplementedError

    def parse(self, value: object, *, is_text: bool) -> Value | None:
        """The value that a file's raw value stands for, or None if it is not allowed.

        Args:
            value: the raw value.
            is_text: whether all values of the file are text, as in an ini file.
        """
        raise NotImplementedError


class Flag(Setting):
    """A key that is true or false. An ini file may use every spelling that mypy accepts for its own keys."""

    __slots__ = ()
    allowed = "true, false"

    def __get__(self, options: HasValues | None, owner: type) -> bool:
        return (self.default if options is None else options[self.name]) is True

    def parse(self, value: object, *, is_text: bool) -> bool | None:
        if is_text:
            from configparser import RawConfigParser

            return RawConfigParser.BOOLEAN_STATES.get(str(value).lower())
        return value if isinstance(value, bool) else None


class Choice(Setting):
    """A key whose value is one of a few words; the first word is the default."""

    __slots__ = ("words",)

    def __init__(self, *words: str, doc: str) -> None:
        super().__init__(words[0], doc)
        self.words = words

    def __get__(self, options: HasValues | None, owner: type) -> str:
        return str(self.default if options is None else options[self.name])

    @property
    def allowed(self) -> str:
        return ", ".join(f'"{word}"' for word in self.words)

    def parse(self, value: object, *, is_text: bool) -> str | None:
        return next((word for word in self.words if word == value), None)


class Severity(Choice):
    """A key for the severity of one error code; if it is missing, the key `reports` decides."""

    __slots__ = ()

    def __init__(self, name: str, doc: str) -> None:
        super().__init__(*SEVERITIES, doc=doc)
        self.name, self.default = name, ""


class SystemName(Choice):
    """A key that names a promotion system, or a TOML file that declares one; `get_system` decides whether it exists."""

    __slots__ = ()

    def parse(self, value: object, *, is_text: bool) -> str | None:
        return value if isinstance(value, str) else None
