"""Assumptions: the dtypes of open inputs under ``check --assume``.

An assumption is a start value and no declaration: the program may replace it, and functions that cast or test their
inputs behave as they would. All floating inputs have one dtype, so that what is told is caused inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import TYPE_CHECKING, Final

from ..config_files import Section
from ..dtypes import DTYPES
from ..exceptions import ConfigError, quoted
from ..formats import FORMATS
from ..inference.random_keys import KEY

if TYPE_CHECKING:
    from .definitions import Definition
    from .kind_evidence import Kind
    from .run import Run
    from .values import Value

KINDS: Final = ("float", "int", "bool", "key")
DEFAULT_DTYPES: Final[dict[str, str]] = {"int": "int32", "bool": "bool_", "key": KEY}
"""The dtypes of other inputs if only floats are assumed."""
SHORT_NAMES: Final = {"bool": "bool_", "bf16": "bfloat16", "f16": "float16", "f32": "float32", "f64": "float64"}
"""Other spellings of dtypes."""
OTHER_DTYPES: Final = {"float": ("float32", "bfloat16"), "int": ("int32", "int16")}
"""For each kind, two dtypes of which one differs from any assumed dtype."""
MOST_HYPOTHESES: Final = 16
"""More hypotheses than this are an error: each one interprets the program's functions once more."""


class Assumptions:
    """One hypothesis about the open inputs of a program.

    Args:
        dtypes: the dtype of the inputs of each kind.
        inputs: dtypes by pattern of ``module.function.parameter``; they come before the kinds.

    Attributes:
        asked: the names of inputs whose dtype was asked for.
    """

    def __init__(self, dtypes: Mapping[str, str], inputs: Mapping[str, str] = {}) -> None:
        self.stated = {**dtypes, **inputs}
        self.dtypes = {**DEFAULT_DTYPES, **dtypes}
        self.inputs = dict(inputs)
        self.asked: set[str] = set()

    def __str__(self) -> str:
        return ", ".join(f"{name}={dtype}" for name, dtype in self.stated.items())

    def dtype_of(self, path: str, kind: Kind | None) -> str | None:
        """The assumed dtype of an input; None if it stays open."""
        self.asked.add(path)
        for pattern, dtype in self.inputs.items():
            if fnmatchcase(path, pattern):
                return dtype
        return None if kind is None else self.dtypes.get(kind)

    def dtype_for(self, definition: Definition, name: str, kind: Kind | None) -> str | None:
        """The assumed dtype of a parameter of a function; None if it stays open."""
        return self.dtype_of(input_path(definition, name), kind)

    def set_options(self, run: Run, definition: Definition, arguments: dict[str, Value]) -> bool:
        """Set parameters that are no arrays. Whether there was one."""
        return False

    def names_input(self, definition: Definition) -> bool:
        """Whether a pattern names a parameter of a function."""
        names = (*definition.names, *definition.keyword_only)
        return any(fnmatchcase(input_path(definition, name), pattern) for pattern in self.inputs for name in names)

    def counterpart(self) -> Assumptions:
        """The hypothesis with other dtypes of the same kinds.

        A refusal that holds under both does not come from the dtypes, but from an input of another kind.
        """
        others = {
            kind: next(dtype for dtype in pair if dtype != self.dtypes.get(kind))
            for kind, pair in OTHER_DTYPES.items()
            if kind in self.dtypes
        }
        inputs = {pattern: others.get(FORMATS[dtype].kind, dtype) for pattern, dtype in self.inputs.items()}
        return Assumptions({**self.dtypes, **others}, inputs)


def parse_assumptions(texts: Sequence[str]) -> list[Assumptions]:
    """The hypotheses of the options ``--assume float=bfloat16,float16 --assume "model.*.tokens=int32"``.

    Raises:
        ConfigError: a text has no ``=``, names no dtype or a dtype of another kind, or there are too many hypotheses.
    """
    choices: dict[str, list[str]] = {}
    for text in texts:
        name, separator, dtypes = (part.strip() for part in text.partition("="))
        if not separator or not dtypes or not name:
            raise ConfigError(
                f"{text!r} is no assumption; write float=bfloat16, or a pattern such as model.*.tokens=int32"
            )
        if name not in KINDS and "." not in name and "*" not in name:
            message = f"{name!r} in {text!r} is neither a kind nor a pattern; kinds: {', '.join(KINDS)}"
            raise ConfigError(f"{message}; a pattern names module.function.parameter, as in model.*.tokens=int32")
        if name in choices:
            raise ConfigError(f"{name} is assumed twice; write {name}={','.join(choices[name])},{dtypes}")
        choices[name] = [dtype_name(each.strip(), text) for each in dtypes.split(",")]
        for dtype in choices[name]:
            if name in KINDS and FORMATS[dtype].kind != name:
                raise ConfigError(f"{dtype} in {text!r} is no dtype of the kind {name}")
    return _combined(choices)


def assumptions_of_table(section: Section | None) -> list[Assumptions]:
    """The hypotheses of ``[tool.jaxtyping-promo.assume]``: a dtype, or a list of dtypes, for each kind or pattern.

    Raises:
        ConfigError: a value is no dtype, or not a dtype of its kind.
    """
    if section is None:
        return []
    texts: list[str] = []
    for name, value in section.flat_values().items():
        dtypes = value.split(",") if isinstance(value, str) else value
        if not isinstance(dtypes, list) or not dtypes or not all(isinstance(one, str) for one in dtypes):
            shown = quoted(value)
            raise section.error(f"{name} in {section.header} must be a dtype or a list of dtypes, not {shown}", name)
        try:
            parse_assumptions([f"{name}={','.join(dtypes)}"])
        except ConfigError as error:
            raise section.error(f"{error}, in {section.header}", name) from None
        texts.append(f"{name}={','.join(dtypes)}")
    return parse_assumptions(texts)


def _combined(choices: Mapping[str, list[str]]) -> list[Assumptions]:
    if not choices:
        return []
    hypotheses: list[Assumptions] = []
    for combination in product(*choices.values()):
        chosen = dict(zip(choices, combination, strict=True))
        kinds = {name: dtype for name, dtype in chosen.items() if name in KINDS}
        hypotheses.append(Assumptions(kinds, {name: dtype for name, dtype in chosen.items() if name not in KINDS}))
    if len(hypotheses) > MOST_HYPOTHESES:
        raise ConfigError(f"{len(hypotheses)} hypotheses are too many; the most are {MOST_HYPOTHESES}")
    return hypotheses


def dtype_name(text: str, option: str) -> str:
    """A dtype that the user names.

    Raises:
        ConfigError: there is no such dtype.
    """
    name = SHORT_NAMES.get(text, text)
    if name not in DTYPES:
        raise ConfigError(f"unknown dtype {text!r} in {option!r}; dtypes: {', '.join(DTYPES)}")
    return name


def input_path(definition: Definition, name: str) -> str:
    """The name of an input as patterns read it: ``module.function.parameter``."""
    return f"{module_of(definition)}.{definition.qualname}.{name}"


def module_of(definition: Definition) -> str:
    """The module of a function; a script counts by the name of its file."""
    return definition.module.removeprefix("__main__:")


__all__ = ["Assumptions", "assumptions_of_table", "parse_assumptions"]
