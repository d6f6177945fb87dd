"""Assumptions: the dtypes of open inputs under ``check --assume``.

An assumption is a start value and no declaration: the program may replace it, and functions that cast or test their
inputs behave as they would. All floating inputs have one dtype, so that what is told is caused inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import TYPE_CHECKING, Final

from ..dtypes import DTYPES
from ..exceptions import ConfigError
from .input_kinds import Kind, kinds_of_parameters
from .origins import Origin
from .values import Array, Value, is_unknown, only

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run

KINDS: Final = ("float", "int", "bool", "key")
DEFAULT_DTYPES: Final[dict[str, str]] = {"int": "int32", "bool": "bool_", "key": "key<fry>"}
"""The dtypes of other inputs if only floats are assumed."""


class Assumptions:
    """One hypothesis about the open inputs of a program.

    Args:
        dtypes: the dtype of the inputs of each kind.
        inputs: dtypes by pattern of ``module.function.parameter``; they come before the kinds.
    """

    def __init__(self, dtypes: Mapping[str, str], inputs: Mapping[str, str] = {}) -> None:
        self.dtypes = {**DEFAULT_DTYPES, **dtypes}
        self.inputs = dict(inputs)

    def __str__(self) -> str:
        return ", ".join(f"{kind}={self.dtypes[kind]}" for kind in KINDS[:2] if kind in self.dtypes)

    def dtype_of(self, path: str, kind: Kind | None) -> str | None:
        """The assumed dtype of an input; None if it stays open."""
        for pattern, dtype in self.inputs.items():
            if fnmatchcase(path, pattern):
                return dtype
        return None if kind is None else self.dtypes.get(kind)


def parse_assumptions(texts: Sequence[str]) -> list[Assumptions]:
    """The hypotheses of the options ``--assume float=bfloat16,float16 --assume "model.*.tokens=int32"``.

    Raises:
        ConfigError: a text has no ``=``, or names no dtype.
    """
    choices: dict[str, list[str]] = {}
    inputs: dict[str, str] = {}
    for text in texts:
        name, separator, dtypes = text.partition("=")
        if not separator or not dtypes:
            raise ConfigError(
                f"{text!r} is no assumption; write float=bfloat16, or a pattern such as model.*.tokens=int32"
            )
        names = [dtype_name(each.strip(), text) for each in dtypes.split(",")]
        if name in KINDS:
            choices[name] = names
        elif len(names) > 1:
            raise ConfigError(f"{text!r}: the pattern of an input takes one dtype")
        else:
            inputs[name] = names[0]
    if not choices and not inputs:
        return []
    return [
        Assumptions(dict(zip(choices, combination, strict=True)), inputs) for combination in product(*choices.values())
    ]


def dtype_name(text: str, option: str) -> str:
    """A dtype that the user names.

    Raises:
        ConfigError: there is no such dtype.
    """
    name = {"bool": "bool_", "bf16": "bfloat16", "f16": "float16", "f32": "float32", "f64": "float64"}.get(text, text)
    if name not in DTYPES:
        raise ConfigError(f"unknown dtype {text!r} in {option!r}; dtypes: {', '.join(DTYPES)}")
    return name


def assume_inputs(run: Run, definition: Definition, arguments: dict[str, Value], assumptions: Assumptions) -> bool:
    """Replace the open arguments of a function by assumed arrays. Whether there was one."""
    kinds = kinds_of_parameters(definition)
    changed = False
    for name, value in arguments.items():
        item = only(value)
        is_open = is_unknown(value) or (isinstance(item, Array) and item.dtype is None)
        if not is_open:
            continue
        kind = kinds.get(name)
        dtype = assumptions.dtype_of(f"{definition.module}.{definition.qualname}.{name}", kind)
        if dtype is None:
            continue
        shape = item.shape if isinstance(item, Array) else None
        origin = Origin("assumed", run.place, f"the assumption {name}: {dtype}")
        arguments[name] = (Array(dtype, () if kind == "key" else shape, frozenset((origin,)), traced=True),)
        changed = True
    return changed


__all__ = ["Assumptions", "assume_inputs", "parse_assumptions"]
