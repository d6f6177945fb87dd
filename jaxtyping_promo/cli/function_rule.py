"""The dtype rule of a function without dtypes: its result for each dtype of the open parameters.

The interpreter calls the function with arrays of each combination of dtypes; nothing is imported or executed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from ..config import Config
from ..diagnostics.codes import ERROR, OFF, Code
from ..inference.random_keys import KEY
from ..interpreter.calls_with_dtypes import FunctionCalls
from ..interpreter.libraries import load_models
from ..interpreter.modes import set_up_modes
from ..interpreter.modules import Source, SourceFinder
from ..interpreter.named_functions import module_of_name, named_function, packages_to_read
from ..interpreter.program import deep_stack
from ..interpreter.program_files import folders_around, installed_folders, is_installed
from ..interpreter.report import Finding, findings
from ..interpreter.run import MOST_STEPS, Run
from .check import Severities, systems_of
from .check_output import shown_path

VARIED: Final = 2
"""The number of parameters that get one dtype after the other; further ones get the dtype of the last of these."""
RANDOM_KEY: Final = "key"
"""What stands for a random key, such as `jax.random.key` makes, in place of a dtype."""
KEY_NAMES: Final = re.compile(r"(?:.*_)?(?:key|rng)")
"""The names of parameters that get a random key."""


class Case(NamedTuple):
    """The answer for one combination of dtypes.

    Attributes:
        dtypes: the dtypes of the parameters that vary; empty if none does.
        result: the dtype of the result, or the result in words if it is no array; ``"error"`` if JAX raises an error,
            and ``"unknown"`` if the result is not known.
        cause: why a part of the result is unknown; empty if all of it is known.
        reports: the errors and notes in the function and in what it calls.
    """

    dtypes: tuple[str, ...]
    result: str
    cause: str
    reports: tuple[str, ...]


class FunctionRule(NamedTuple):
    """The rule of a function.

    Attributes:
        name: the full name of the function.
        parameters: the open parameters that vary.
        given: the other open parameters, each with the dtype that it gets in every case; `RANDOM_KEY` for a random key.
        following: the open parameters that get the dtype of the last one that varies.
        cases: the answer for each combination of dtypes.
    """

    name: str
    parameters: tuple[str, ...]
    given: Mapping[str, str]
    following: tuple[str, ...]
    cases: tuple[Case, ...]

    def others(self) -> list[str]:
        """What the open parameters get that do not vary, one sentence for each."""
        given = [(name, "a random key" if dtype == RANDOM_KEY else dtype) for name, dtype in self.given.items()]
        return [
            *(f"{name}: {value} in every case" for name, value in given),
            *(f"{name}: the dtype of {self.parameters[-1]}" for name in self.following),
        ]


def function_rule(
    name: str, dtypes: Sequence[str], given: Mapping[str, str] = MappingProxyType({}), config: Config | None = None
) -> FunctionRule:
    """Interpret a function for each combination of dtypes.

    Args:
        name: the full name of a function or method.
        dtypes: the names of dtypes.
        given: the dtype, or `RANDOM_KEY`, of parameters that do not vary. A parameter that is named like a random key
            is given one by default.
        config: the configuration; by default that of an empty file.

    Raises:
        ValueError: there is no such function, no parameter is open, a parameter in `given` is not open, the module
            can't be read, or the configuration gives it another promotion system than JAX's.
    """
    config = config or Config()
    load_models()
    try:
        with deep_stack():
            run, calls = _prepared(name, config)
            return _rule(run, calls, dtypes, given, config)
    except RecursionError:
        raise ValueError(f"the code of {name!r} is nested too deeply") from None


def _prepared(name: str, config: Config) -> tuple[Run, FunctionCalls]:
    """The run after the module of a function, and the calls of the function."""
    if "." not in name:
        raise ValueError(f"{name!r} is no full name of a function, as package.module.function")
    finder = SourceFinder([*folders_around(()), *installed_folders()])
    module = module_of_name(finder, name)
    if module is None:
        raise ValueError(f"no module of {name!r} is found")
    system = config.for_module(module).system
    if system != "jax":
        raise ValueError(f"the configuration sets system = {system!r} for {module}; rule follows the promotion of jax")
    (systems,) = systems_of(config.options, None, strict=False).values()
    run = Run(finder, systems, packages=frozenset(packages_to_read(name)))
    set_up_modes(run, x64=systems.x64, strict=systems.strict)
    with run.entry(MOST_STEPS):
        function = named_function(run, module, name)
        return run, FunctionCalls(run, function)
    raise ValueError(f"{module} is too large to be interpreted")


def _rule(
    run: Run, calls: FunctionCalls, dtypes: Sequence[str], given: Mapping[str, str], config: Config
) -> FunctionRule:
    open_parameters = [parameter.name for parameter in calls.parameters if parameter.is_open]
    full_name = f"{calls.definition.module}.{calls.definition.qualname}"
    if not open_parameters:
        raise ValueError(f"{full_name!r} has no parameter whose dtype is open")
    for parameter in given:
        if parameter not in open_parameters:
            raise ValueError(f"{full_name!r} has no open parameter {parameter!r}; it has {', '.join(open_parameters)}")
    given = {parameter: RANDOM_KEY for parameter in open_parameters if KEY_NAMES.fullmatch(parameter)} | {**given}
    free = [parameter for parameter in open_parameters if parameter not in given]
    varied, following = tuple(free[:VARIED]), tuple(free[VARIED:])
    reports = _Reports(run, calls, config)
    cases: list[Case] = []
    for combination in product(dtypes, repeat=len(varied)):
        free_dtypes = zip(free, (*combination, *combination[-1:] * len(following)), strict=True)
        arguments = {**given, **dict(free_dtypes)}
        result = calls.result({key: KEY if value == RANDOM_KEY else value for key, value in arguments.items()})
        cases.append(Case(combination, result.text, result.cause, tuple(reports.of_case())))
    return FunctionRule(full_name, varied, given, following, tuple(cases))


class _Reports:
    """The findings of each call as lines of text.

    Args:
        run: the run.
        calls: the calls of the function.
        config: the configuration, which has the severities.
    """

    def __init__(self, run: Run, calls: FunctionCalls, config: Config) -> None:
        self._run, self._function = run, calls.definition.name
        path = Path(calls.definition.path)
        depth = calls.definition.module.count(".") + (path.name == "__init__.py")
        self._package = str(path.parents[depth - 1]) + os.sep if depth else str(path)
        self._config = config

    def of_case(self) -> Iterator[str]:
        """The reports of the last call."""
        refused = {place.path for place, _, _ in self._run.records.refused}
        names = {each.path: each.name for each in self._run.models.values() if isinstance(each, Source)}
        severity = partial(self._severity, Severities(self._config, names, None))
        for finding in findings(self._run, lambda path: self._is_own(path) or path in refused, severity):
            yield self._line(finding)
            if finding.advice:
                yield f"note: {finding.advice}"

    def _is_own(self, path: str) -> bool:
        """Whether a file belongs to the program, or to the package of the function."""
        return not is_installed(path) or path.startswith(self._package)

    def _severity(self, severities: Severities, path: str, code: Code, is_refused: bool = False) -> str:
        """The severity of a code in a file; in other packages, only what JAX refuses is told."""
        if not self._is_own(path):
            return ERROR if is_refused or code.severity == ERROR else OFF
        return severities.of(path, code, is_refused)

    def _line(self, finding: Finding) -> str:
        function = finding.calls[-1].function if finding.calls else self._function
        at = f"{shown_path(finding.place.path)}:{finding.place.line}"
        return f"{finding.severity}: in {function} ({at}): {finding.message}  [{finding.code.name}]"
