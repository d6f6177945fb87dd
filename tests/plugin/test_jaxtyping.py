"""jaxtyping's annotations have the dtypes that they name, in every spelling."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jaxtyping
import ml_dtypes
import numpy as np
import pytest
from checkers import Mypy, Report
from checkers.mypy import ini
from jaxtyping_spellings import compare
from mypy_processes import run_mypy
from random_jaxtyping_programs import fails, program, reported

from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.jaxtyping.names import CATEGORIES, EXACT

pytestmark = pytest.mark.once

PROJECT = Path(__file__).parent / "jaxtyping_programs" / "project"
USES_THE_OTHERS = "used_later.py"
NEW_SYNTAX = '''\
"""``type`` statements, which Python 3.11 does not have."""

from .types import Array, Float32, Int32

type Numbers = Float32[Array, "n"]
type Pair = tuple[Float32[Array, "n"], Int32[Array, "n"]]


def statement(x: Numbers, y: Pair) -> Int32[Array, "n"]:
    print(y[0])
    statement(y[1], y)  # wrong: statement
    return x  # wrong: statement
'''
"""``type`` statements, which Python 3.11 does not have."""


def _project(folder: Path) -> None:
    (folder / "mypy.ini").write_text(ini(mypy="cache_dir = cache"))
    (folder / PROJECT.name).mkdir()
    for file in PROJECT.glob("*.py"):
        shutil.copy(file, folder / PROJECT.name)
    if sys.version_info >= (3, 12):
        (folder / PROJECT.name / "new_syntax.py").write_text(NEW_SYNTAX)


class _WithCache(Mypy):
    """mypy with the cache of the folder."""

    def check(self, *files: str, folder: Path) -> Report:
        self.cache = str(folder / "cache")
        return super(Mypy, self).check(*files, folder=folder)

    def run(self, arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
        return run_mypy(["mypy", *arguments], folder)


def _faults(report: Report, folder: Path) -> list[str]:
    """The valid lines that mypy reports, and the wrong lines that it does not report."""
    errors = {place for place, line in report.lines.items() if line.errors}
    wrong = {
        (file.name, n)
        for file in (folder / PROJECT.name).glob("*.py")
        for n, text in enumerate(file.read_text().splitlines(), 1)
        if "# wrong" in text
    }
    assert len(wrong) >= 40
    return [f"{file}:{n}" for file, n in sorted(errors ^ wrong)]


@pytest.mark.long
def test_each_spelling_with_a_cold_and_a_warm_cache(tmp_path):
    _project(tmp_path)
    report = _WithCache().check("-p", PROJECT.name, folder=tmp_path)
    assert not _faults(report, tmp_path), report.output
    with (tmp_path / PROJECT.name / USES_THE_OTHERS).open("a") as file:
        file.write("\n\nmore = 1\n")
    report = _WithCache().check("-p", PROJECT.name, folder=tmp_path)
    assert not _faults(report, tmp_path), report.output


@pytest.mark.long
def test_each_spelling_with_parallel_workers(tmp_path):
    _project(tmp_path)
    report = _WithCache("--num-workers=2").check("-p", PROJECT.name, folder=tmp_path)
    assert not _faults(report, tmp_path), report.output


# -------------------------------------------------------------------------------------------------- dtypes and names

EXPORTED = [name for name in (*EXACT, *CATEGORIES) if hasattr(jaxtyping, name)]
ARRAYS = {
    name: np.zeros((), cls.dtype) for name, cls in DTYPES.items() if hasattr(np, name) or hasattr(ml_dtypes, name)
}
DEPENDS_ON_VALUES = ("Inexact", "Real")
"""Categories that overlap with other categories: mypy misses some wrong arguments of them."""


def _fits(array: np.ndarray[Any, Any], name: str) -> bool:
    """Whether jaxtyping accepts the value when the program runs."""
    return isinstance(array, getattr(jaxtyping, name)[np.ndarray, "..."])


def _program_of_pairs() -> tuple[str, dict[int, bool]]:
    """Calls with each dtype and name as an argument, for each name as a parameter, and whether each line is valid."""
    lines = [
        f"from jaxtyping import Array, {', '.join(EXPORTED)}",
        "import jaxtyping_promo as jp",
        *(f'def wants_{name}(x: {name}[Array, "..."]) -> None: ...' for name in EXPORTED),
        "def test(",
        *(f'    a_{name}: {name}[Array, "..."],' for name in EXPORTED),
        *(f"    d_{dtype}: jp.Array[jp.{dtype}]," for dtype in ARRAYS),
        ") -> None:",
    ]
    members = {name: {dtype for dtype, array in ARRAYS.items() if _fits(array, name)} for name in EXPORTED}
    valid: dict[int, bool] = {}
    for name in EXPORTED:
        for dtype in ARRAYS:
            lines.append(f"    wants_{name}(d_{dtype})")
            valid[len(lines)] = dtype in members[name]
        for other in EXPORTED:
            lines.append(f"    wants_{name}(a_{other})")
            valid[len(lines)] = bool(members[name] & members[other])
    return "\n".join(lines), valid


@pytest.mark.slow
def test_each_dtype_fits_the_names_that_jaxtyping_lists(tmp_path):
    text, valid = _program_of_pairs()
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    errors = {n for (_, n), line in report.lines.items() if line.errors}
    assert len(valid) >= 32 * 60
    lines = text.splitlines()
    wrong = [lines[n - 1].strip() for n, is_valid in valid.items() if is_valid == (n in errors)]
    missed = [line for line in wrong if line.endswith(tuple(f"(a_{name})" for name in DEPENDS_ON_VALUES))]
    assert wrong == missed
    assert len(missed) == 14


@pytest.mark.slow
def test_each_spelling_and_array_type_is_checked_as_jaxtyping_checks_it(tmp_path):
    counts, disagreements, output = compare(
        ["Float32", "BFloat16", "Int8", "Bool", "Float", "Integer", "Shaped"], tmp_path
    )
    assert not disagreements, output
    assert sum(count["agree"] for count in counts.values()) >= 500


SHAPES, DTYPES_OF_RESULTS = PROJECT.parent / "shapes.py", PROJECT.parent / "wrong_dtypes.py"
THROUGH_CLASSES = PROJECT.parent / "shapes_through_classes.py"


def test_results_that_contradict_annotations(tmp_path):
    (tmp_path / "mypy.ini").write_text(ini())
    expected = {
        SHAPES: {"shape-mismatch"},
        THROUGH_CLASSES: {"shape-mismatch"},
        DTYPES_OF_RESULTS: {"return-value", "arg-type"},
    }
    for path in expected:
        shutil.copy(path, tmp_path)
    report = Mypy().check(*(path.name for path in expected), folder=tmp_path)
    for path, codes in expected.items():
        errors = {
            n
            for (name, n), line in report.lines.items()
            if name == path.name and any(code in codes for code, _ in line.errors)
        }
        wrong = {n for n, text in enumerate(path.read_text().splitlines(), 1) if "# wrong" in text}
        assert len(wrong) >= 30
        assert errors == wrong, report.output


@pytest.mark.long
def test_random_functions(tmp_path):
    text, functions = program(40, seed=5)
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    errors = reported(text, {n for (_, n), line in report.lines.items() if line.errors})
    failing = fails(text, functions)
    assert not errors - failing, report.output
    assert len(errors) >= 0.8 * len(failing) >= 8


UNREADABLE = """\
from jax import Array
from jaxtyping import Float


def cells(x: Float[Array, "cell+2"]) -> Float[Array, "t* cell+2"]:
    return x


def times(x: Float[Array, "t* cell+2"]) -> Float[Array, "t*"]:
    cells(x * 2)
    cells(x)
    return x
"""


def test_axes_that_jaxtyping_cannot_evaluate_are_unknown(tmp_path: Path) -> None:
    array = np.ones((2, 3), np.float32)
    with pytest.raises(SyntaxError):
        isinstance(array, jaxtyping.Float[np.ndarray, "t* cell+2"])
    (tmp_path / "program.py").write_text(UNREADABLE)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == [], report.output


ALIASES = """\
from jax import Array
from jaxtyping import Float

Three = Float[Array, "3"]
Number = Float[Array | float, ""]
"""
INSTANCE_TESTS = """\
import aliases
from aliases import Number, Three


def is_three(x: object) -> bool:
    return isinstance(x, Three) or isinstance(x, (Three, int)) or isinstance(x, aliases.Three)


def is_number(x: object) -> bool:
    return isinstance(x, Number) or isinstance(x, (aliases.Three, aliases.Number)) or isinstance(x, Number | int)
"""


def test_an_alias_may_be_used_in_isinstance(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "aliases.py").write_text(ALIASES)
    (tmp_path / "program.py").write_text(INSTANCE_TESTS)
    (tmp_path / "mypy.ini").write_text(ini())
    monkeypatch.syspath_prepend(str(tmp_path))
    exec(INSTANCE_TESTS + "assert is_three(3) and is_number(3.0)", {})
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == [], report.output
