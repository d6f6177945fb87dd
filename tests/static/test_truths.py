"""The files of `truths/`, whose assertions hold for mypy with the plugin and for the running program.

Each function is checked, and executed with every combination of values that its annotations allow:

- ``assert_type(x + y, T)``: the computed value has the type `T`, and every member of `T` occurs; -
``# E: dtype-promotion``: mypy reports this code, and JAX rejects every combination. Other codes concern checkers.

Functions named ``static_...`` are not executed, since no values of their types exist.
"""

from __future__ import annotations

import ast
import itertools
import re
import runpy
import shutil
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pytest
from checkers import Mypy, Report
from checkers.mypy import ini
from jaxtyping_promo.mypy_plugin.types.array_types import MOST_ALTERNATIVES
from made_once import value_made_once
from oracles import jax as oracle
from oracles.cells import SCALARS
from programs.truth import numpy_values
from suites import sampled

from jaxtyping_promo import Array
from jaxtyping_promo.dtypes import CATEGORIES, DTYPES, WEAK_TYPES

pytestmark = pytest.mark.once

FILES = sorted((Path(__file__).parent / "truths").glob("*.py"))
EXPECTED = re.compile(r"# E: ([\w-]+)")
CLASSES = {**DTYPES, **WEAK_TYPES}
NUMPY = numpy_values()


@pytest.fixture(params=sampled(FILES, one_in=8), ids=lambda path: path.stem)
def file(request: pytest.FixtureRequest) -> Path:
    return request.param


def expected(file: Path) -> dict[int, str]:
    """The error codes by line."""
    lines = enumerate(file.read_text().splitlines(), start=1)
    return {number: match[1] for number, line in lines if (match := EXPECTED.search(line))}


@value_made_once
def checked() -> Report:
    """mypy's messages for all files, from one run."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file in FILES:
            shutil.copy(file, folder)
        (folder / "mypy.ini").write_text(ini(x64=True, mypy="strict = True\ndisable_error_code = no-untyped-call"))
        return Mypy("--allow-subclassing-any").check(*(file.name for file in FILES), folder=folder)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_mypy_finds_it_true(file):
    lines = {number: line for (name, number), line in checked().lines.items() if name == file.name}
    codes = {number: line.codes for number, line in lines.items() if line.errors}
    assert codes == {number: [code] for number, code in expected(file).items()}


# ------------------------------------------------------------------------------------------------------ run time


class Choice(NamedTuple):
    """A value for a parameter, and the dtype that it gives to a type variable."""

    value: Any
    variable: str = ""
    dtype: str = ""


def choices(annotation: Any, arrays: Mapping[str, Any]) -> Iterator[Choice]:
    """The values that an annotation allows: arrays of each dtype, one value of other types, sequences of two."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (types.UnionType, typing.Union):
        for item in arguments:
            yield from choices(item, arrays)
    elif origin is Array:
        variable = arguments[0].__name__ if isinstance(arguments[0], typing.TypeVar) else ""
        yield from (Choice(arrays[n], variable, n) for n in dtype_names(arguments[0]) if n in arrays)
    elif hasattr(origin, "__value__"):  # npt.NDArray is such an alias in newer versions of NumPy
        yield from choices(origin.__value__[arguments], arrays)
    elif origin is np.ndarray:
        scalar = typing.get_args(arguments[1])[0]
        yield from (Choice(v) for name, v in NUMPY.items() if name.startswith("nd") and v.dtype == scalar)
    elif isinstance(annotation, type) and issubclass(annotation, np.generic):
        yield from (Choice(v) for v in NUMPY.values() if type(v) is annotation)
    elif origin is Sequence:
        yield from (one._replace(value=[one.value] * 2) for one in choices(arguments[0], arrays))
    elif origin is tuple:
        each = itertools.product(*(choices(item, arrays) for item in arguments))
        yield from (Choice(tuple(one.value for one in items)) for items in each)
    elif annotation is object:
        yield from map(Choice, (*arrays.values(), *NUMPY.values(), *SCALARS.values()))
    elif annotation is types.NoneType:
        yield Choice(None)
    else:
        yield Choice(SCALARS[annotation.__name__])


def dtype_names(dtype: Any) -> list[str]:
    """The names of the dtypes that a type argument includes."""
    if dtype is Any:
        return list(CLASSES)
    if isinstance(dtype, typing.TypeVar):
        return dtype_names(dtype.__bound__) if dtype.__bound__ else [c.__name__ for c in dtype.__constraints__]
    if isinstance(dtype, types.UnionType):
        return [name for item in dtype.__args__ for name in dtype_names(item)]
    if dtype.__name__ in CATEGORIES:
        return [name for name, cls in CLASSES.items() if issubclass(cls, dtype)]
    return [dtype.__name__]


def kind(value: Any) -> str:
    """The observed kind of a value: the dtype of an array, or the name of another type."""
    return oracle.dtype_name(value) if isinstance(value, Array) else type(value).__name__


class Seen(NamedTuple):
    """The types that an assertion states, and the values observed there."""

    stated: Any
    kinds: set[str]


class Runner:
    """Runs a function of a file, statement by statement, with every combination of values."""

    def __init__(self, file: Path, arrays: Mapping[str, Any]) -> None:
        self.namespace = {**runpy.run_path(str(file)), "assert_type": self.assert_type}
        self.arrays = arrays
        self.tree = ast.parse(file.read_text())
        self.expected = expected(file)
        self.seen: dict[int, Seen] = {}
        self.accepted: set[int] = set()
        self.choices: tuple[Choice, ...] = ()
        self.combinations = 0

    def run(self) -> None:
        for function in self.tree.body:
            if isinstance(function, ast.FunctionDef) and not function.name.startswith(("static_", "takes_")):
                hints = typing.get_type_hints(self.namespace[function.name])
                names = [argument.arg for argument in function.args.args]
                for combination in itertools.product(*(list(choices(hints[name], self.arrays)) for name in names)):
                    bound = {(c.variable, c.dtype) for c in combination if c.variable}
                    if len(bound) == len({variable for variable, _ in bound}):  # each type variable has one dtype
                        self.choices = combination
                        self.run_with(function, dict(zip(names, (c.value for c in combination), strict=True)))

    def run_with(self, function: ast.FunctionDef, values: dict[str, Any]) -> None:
        self.combinations += 1
        scope = {**self.namespace, **values}
        for statement in function.body:
            module = ast.Module([statement], [])
            try:
                exec(compile(module, function.name, "exec"), scope)
            except oracle.ERRORS:
                continue
            self.accepted.add(statement.lineno)

    def assert_type(self, value: Any, stated: Any) -> Any:
        line = _calling_line()
        arguments = typing.get_args(stated)
        if typing.get_origin(stated) is Array and isinstance(arguments[0], typing.TypeVar):
            [bound] = {c.dtype for c in self.choices if c.variable == arguments[0].__name__}
            assert kind(value) == bound, f"line {line}: {kind(value)} is not the {bound} of {stated}"
        else:
            seen = self.seen.setdefault(line, Seen(stated, set()))
            seen.kinds.update(map(kind, value) if isinstance(value, tuple | list) else [kind(value)])
        return value


def _calling_line() -> int:
    import sys

    return sys._getframe(2).f_lineno


def stated_kinds(stated: Any) -> tuple[set[str], bool]:
    """The kinds that a type allows, and whether the type lists them one by one."""
    origin, arguments = typing.get_origin(stated), typing.get_args(stated)
    if origin in (types.UnionType, typing.Union, tuple, list):
        parts = [stated_kinds(item) for item in arguments if item is not ...]
        return set().union(*(kinds for kinds, _ in parts)), all(exact for _, exact in parts)
    if origin is Array:
        names = set(dtype_names(arguments[0]))
        return names, arguments[0] is not Any and len(names) <= MOST_ALTERNATIVES
    return {stated.__name__}, True


def test_it_is_true_when_it_is_run(file, record_cases):
    def run(arrays: Mapping[str, Any]) -> Runner:
        runner = Runner(file, arrays)
        runner.run()
        return runner

    runner = oracle.traced(run, x64=True, strict=False)
    wrong = [
        f"line {n} is accepted"
        for n, code in runner.expected.items()
        if code == "dtype-promotion" and n in runner.accepted
    ]
    for line, (stated, kinds) in runner.seen.items():
        allowed, exact = stated_kinds(stated)
        if not kinds <= allowed or (exact and kinds != allowed):
            wrong.append(f"line {line}: {sorted(kinds)} is not {stated}")
    record_cases(runner.combinations, len(wrong))
    assert wrong == []
