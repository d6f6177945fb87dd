"""The declaration of a policy: dtypes for the parts of a computation, for the whole program or by pattern."""

from __future__ import annotations

from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, NamedTuple

from ...config_files import Section
from ...exceptions import quoted
from ...formats import FORMATS
from ..assumptions import SHORT_NAMES, module_of

if TYPE_CHECKING:
    from ..definitions import Definition

FIELDS: Final = ("params", "compute", "accumulate", "output", "loss", "softmax", "norm", "moments", "gradients")
"""The keys of a policy."""
ANY: Final = "any"
"""The value of a key that allows every dtype, for exceptions by pattern."""
FLOATS: Final = tuple(dtype for dtype, each in FORMATS.items() if each.kind == "float")
"""The dtypes of a policy."""
JMP_FIELDS: Final = {"p": "params", "c": "compute", "o": "output"}
"""The short keys of a string of the library jmp."""
JMP_DTYPES: Final = {"full": "float32", "half": "bfloat16"}
"""The words of jmp that name dtypes. ``half`` stands for the 16-bit float of TPUs."""

Option = str | bool | int | float
"""The value that a policy gives an option of the program."""


class Part(NamedTuple):
    """The dtypes for the functions that a pattern names.

    Attributes:
        pattern: a pattern of ``module`` or ``module.function``; empty for the whole program.
        dtypes: the dtype for each key.
    """

    pattern: str
    dtypes: dict[str, str]


class Policy:
    """A policy.

    Args:
        parts: the dtypes by pattern; later parts precede earlier ones.
        options: values of options of the program, by pattern of ``module.function.parameter``.

    Attributes:
        asked: the names of options whose value was asked for.
    """

    def __init__(self, parts: list[Part], options: dict[str, Option]) -> None:
        self.parts, self.options = parts, options
        self.asked: set[str] = set()

    def dtype(self, field: str, definition: Definition | None) -> str | None:
        """The dtype that holds in a function; None if the policy says nothing, or allows every dtype."""
        for part in reversed(self.parts):
            if field in part.dtypes and _applies(part.pattern, definition):
                dtype = part.dtypes[field]
                return None if dtype == ANY else dtype
        return None

    def option(self, path: str) -> Option | None:
        """The value of an option of the program; None if the policy does not bind it."""
        self.asked.add(path)
        return next((value for pattern, value in self.options.items() if fnmatchcase(path, pattern)), None)


def _applies(pattern: str, definition: Definition | None) -> bool:
    if not pattern:
        return True
    if definition is None:
        return False
    module = module_of(definition)
    return fnmatchcase(module, pattern) or fnmatchcase(f"{module}.{definition.qualname}", pattern)


def parse_policy(section: Section | None) -> Policy | None:
    """The policy in a table of the configuration; None if there is none.

    Raises:
        ConfigError: a key or dtype is unknown, with the line of the file.
    """
    if section is None:
        return None
    parts: dict[str, dict[str, str]] = {}
    options: dict[str, Option] = {}
    values = section.flat_values()
    if isinstance(values.get("policy"), str):
        values = {"policy": values["policy"]}
    for path, value in values.items():
        pattern, _, name = path.rpartition(".")
        if isinstance(value, str) and (path == "policy" or "=" in value):
            parts.setdefault("" if path == "policy" else path, {}).update(_of_jmp(section, path, value))
        elif name in FIELDS:
            parts.setdefault(pattern, {})[name] = _dtype(section, name, value)
        elif pattern and isinstance(value, str | bool | int | float):
            options[path] = value
        else:
            close = get_close_matches(name, FIELDS, n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            message = f"unknown key {quoted(path)}{hint} in {section.header}; keys: {', '.join(FIELDS)}"
            raise section.error(f'{message}, or a pattern such as "train.*"', name)
    return Policy([Part(pattern, dtypes) for pattern, dtypes in sorted(parts.items(), key=_by_length)], options)


def _by_length(part: tuple[str, dict[str, str]]) -> int:
    """Longer patterns precede shorter ones; the sort is stable, so that the later one of two equal lengths wins."""
    return len(part[0].replace("*", ""))


def _of_jmp(section: Section, key: str, text: str) -> dict[str, str]:
    """The dtypes of a string such as ``params=float32,compute=bfloat16,output=bfloat16``."""
    found: dict[str, str] = {}
    if "=" not in text:
        return dict.fromkeys(JMP_FIELDS.values(), _dtype(section, key, text))
    for part in text.split(","):
        name, separator, dtype = (each.strip() for each in part.partition("="))
        name = JMP_FIELDS.get(name, name)
        if not separator or name not in FIELDS:
            example = "params=float32,compute=bfloat16,output=bfloat16"
            raise section.error(
                f"{quoted(part.strip())} in {quoted(text)} is no part of a policy; write {example}", key
            )
        found[name] = _dtype(section, key, dtype)
    return found


def _dtype(section: Section, key: str, value: object) -> str:
    name = value if isinstance(value, str) else ""
    name = JMP_DTYPES.get(name, SHORT_NAMES.get(name, name))
    if name != ANY and name not in FLOATS:
        raise section.error(
            f'{key} in {section.header} must be a float dtype or "any", not {quoted(value)}; '
            f"dtypes: {', '.join(FLOATS)}",
            key,
        )
    return name


__all__ = ["FIELDS", "Option", "Policy", "parse_policy"]
