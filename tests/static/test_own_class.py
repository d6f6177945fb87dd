"""`stubs --class` gives the operators to another library's class. Checkers infer the dtypes of the running program."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from checkers import CHECKERS, FORKS

from jaxtyping_promo.cli import main

pytestmark = pytest.mark.once

PACKAGE = {
    "__init__.py": '"""A library of arrays."""\n\nfrom ._array import MyArray as MyArray, asarray as asarray\n',
    "_array.py": '''\
"""Arrays that know a dtype, and whose operators NumPy computes."""

from __future__ import annotations

import operator
from typing import Any, Generic, TypeVar

import numpy as np

from jaxtyping_promo import generic
from jaxtyping_promo.dtypes import DTYPES

D = TypeVar("D", bound=generic)


class MyArray(Generic[D]):
    """Some numbers."""

    __array_ufunc__ = None

    def __init__(self, values: Any, dtype: type[D]) -> None:
        self.values = np.asarray(values, np.dtype(dtype.name.rstrip("_")))
        self.dtype: type[D] = dtype

    def first(self) -> MyArray[D]:
        """The first of them."""
        return MyArray(self.values[:1], self.dtype)


def asarray(values: Any, dtype: type[D]) -> MyArray[D]:
    return MyArray(values, dtype)


def _method(op: str) -> Any:
    def method(self: Any, other: Any) -> Any:
        computed = getattr(operator, op)(self.values, other.values if isinstance(other, MyArray) else other)
        return MyArray(computed, DTYPES["bool_" if computed.dtype == bool else computed.dtype.name])

    return method


for _op in ("add", "mul", "truediv", "lt"):
    setattr(MyArray, f"__{_op}__", _method(_op))
''',
}
DTYPES = ("bool_", "uint8", "int8", "int32", "float16", "float32", "complex64")
HEAD = f"from jaxtyping_promo import {', '.join(DTYPES)}\nfrom mylib import asarray\n\n"
EXPRESSIONS = [
    *(
        f"asarray([1], {a}) {op} asarray([1], {b})"
        for op in ("+", "/", "<")
        for a, b in itertools.product(DTYPES, DTYPES)
    ),
    *(f"asarray([1], {a}).first() * {scalar}" for a in DTYPES for scalar in ("2", "0.5", "1j")),
]
SETTINGS = {
    "mypy.ini": "[mypy]\nmypy_path = $MYPY_CONFIG_FILE_DIR/typings\n",
    "pyrefly.toml": 'search-path = ["typings", "."]\n',
    "ty.toml": '[environment]\nextra-paths = ["typings"]\n',
}


def executed(folder: Path) -> list[str]:
    """The dtypes of the expressions when they are run."""
    lines = "".join(f"print(({expression}).dtype.name)\n" for expression in EXPRESSIONS)
    (folder / "executed.py").write_text(HEAD + lines)
    done = subprocess.run([sys.executable, "executed.py"], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "mylib").mkdir()
    for name, text in PACKAGE.items():
        (folder / "mylib" / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["stubs", "--class", "mylib.MyArray", "--system", "numpy"]) == 0
    for name, text in SETTINGS.items():
        (folder / name).write_text(text)
    (folder / "program.py").write_text(HEAD + "".join(f"reveal_type({expression})\n" for expression in EXPRESSIONS))
    return folder


AHEAD = pytest.mark.xfail(strict=True, reason="zuban 0.10 reads stubs that are installed before those of the project")


@pytest.mark.parametrize(
    "checker",
    [
        pytest.param(name, marks=[AHEAD] * (name == "zuban") + [pytest.mark.long] * (name in FORKS))
        for name, checker in CHECKERS.items()
        if checker.executable()
    ],
)
def test_revealed_dtypes_are_those_of_the_running_program(checker, project, record_cases):
    report = CHECKERS[checker]().check("program.py", folder=project)
    wrong = []
    true = executed(project)
    for number, (expression, dtype) in enumerate(zip(EXPRESSIONS, true, strict=True), HEAD.count("\n") + 1):
        line = report.line("program.py", number)
        if line.revealed != [f"MyArray[{dtype}]"] or line.errors:
            wrong.append((expression, dtype, line))
    record_cases(len(true), len(wrong))
    assert wrong == []


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        ("MyArray", "a class with its module"),
        ("mylib.MyArrays", "mylib/__init__.py has no class 'MyArrays'"),
        ("mylib._array.MyArrays", "did you mean 'MyArray'?"),
        ("yourlib.MyArray", "no module 'yourlib'"),
        ("mylib.My-Array", "a class with its module"),
        ("broken.MyArray", "is not Python"),
    ],
)
def test_bad_input_is_one_line(cls, message, project, monkeypatch, capsys):
    monkeypatch.chdir(project)
    (project / "broken.py").write_text("class MyArray(:\n")
    assert main(["stubs", "--class", cls, "--output", "nowhere"]) == 1
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
    assert not (project / "nowhere").exists()
