"""The conformance suite in every checker: the cases written by hand, some operators, and known faults of checkers.

``python tests/static/conformance_report.py`` asks about all cases.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import jax
import pytest
from checkers import CHECKERS, FORKS, Checker, Mypy
from checkers.mypy import ini
from conformance import functions, operators, truths
from conformance.case import Case
from conformance.measure import judged
from conformance.program import programs
from made_once import value_made_once
from programs.configurations import stubs_of_jax
from suites import long, others_long, slow

from jaxtyping_promo import get_system
from jaxtyping_promo.stubgen import LEFT_TO_THE_INSTALLED, overlay

pytestmark = pytest.mark.once

SHIPPED = Path(__file__).parents[2] / "stubs"
"""The folder of the stubs that the package installs."""
FAULTS_FOLDER = Path(__file__).parent / "conformance" / "faults"
FAULTS: dict[str, tuple[str, ...]] = {
    "a_bound_in_a_protocol": ("pyrefly", "zuban"),
    "a_class_in_its_own_bases": ("zuban",),
    "a_union_in_a_protocol": ("pyrefly",),
    "all_overloads_in_a_protocol": ("ty",),
    "one_overload_in_a_protocol": ("pyright", "basedpyright", "zuban"),
    "overloads_in_the_context_of_a_result": ("mypy",),
}
"""The smallest program for each fault, and the checkers with that fault."""
EXPECTED = re.compile(r"  # (.+)")
STEP = 40
"""Checkers that `test_without_plugin` does not cover check one in this number of operations."""
FUNCTIONS = tuple(f"jax.numpy.{name}" for name in ("add", "power", "hypot", "logaddexp", "matmul", "where"))
"""Functions whose calls are all checked: one of each kind in the stubs."""
EACH_OTHER = [
    pytest.param(name, marks=[pytest.mark.exhaustive] if name in FORKS else [])
    for name in CHECKERS
    if name not in ("mypy", "pyright") and CHECKERS[name].executable()
]


@value_made_once
def some_operations() -> list[Case]:
    return list(operators.cases())[::STEP]


@value_made_once
def every_pair() -> list[Case]:
    """The calls of the functions in `FUNCTIONS` with every dtype."""
    return list(dict.fromkeys(functions.cases(FUNCTIONS, exhaustive=True)))


@pytest.fixture(params=[long(n) if n in FORKS else n for n in CHECKERS if CHECKERS[n].executable()])
def checker(request: pytest.FixtureRequest) -> Checker:
    return CHECKERS[request.param]()


def test_cases_written_by_hand_with_the_plugin(tmp_path, record_cases):
    (tmp_path / "mypy.ini").write_text(ini())
    verdicts = list(judged(Mypy(), truths.programs(), tmp_path))
    others = [one for one in verdicts if one.verdict != "right"]
    record_cases(len(verdicts), len(others))
    assert others == []


def test_cases_written_by_hand(checker, tmp_path, record_cases):
    verdicts = list(judged(checker, truths.programs(), tmp_path))
    wrong = [one for one in verdicts if one.verdict == "wrong"]
    record_cases(len(verdicts), len(wrong))
    assert wrong == []
    assert sum(one.verdict == "right" for one in verdicts) >= 0.6 * len(verdicts)


@pytest.mark.long
@pytest.mark.parametrize("name", ["pyright", *EACH_OTHER])
def test_every_pair_of_some_functions(name, tmp_path, record_cases):
    verdicts = list(judged(CHECKERS[name](), programs(every_pair()), tmp_path))
    wrong = [one for one in verdicts if one.verdict == "wrong"]
    record_cases(len(verdicts), len(wrong))
    assert wrong == []
    assert sum(one.verdict == "right" for one in verdicts) >= 0.8 * len(verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("name", others_long(EACH_OTHER, ["pyrefly"]))
def test_operators(name, tmp_path, record_cases):
    verdicts = list(judged(CHECKERS[name](), programs(some_operations()), tmp_path))
    wrong = [one for one in verdicts if one.verdict == "wrong"]
    others = [one for one in verdicts if one.case.group == operators.ARRAYS and one.verdict != "right"]
    record_cases(len(verdicts), len(wrong))
    assert wrong == []
    assert others == []


# --------------------------------------------------------------------------------------------- configurations


CONFIGURATIONS = {
    "mypy": ("mypy.ini", "[mypy]\nmypy_path = $MYPY_CONFIG_FILE_DIR/typings\n"),
    "pyright": ("pyrightconfig.json", "{}"),
    "basedpyright": ("pyrightconfig.json", '{"stubPath": "typings"}'),
    "pyrefly": ("pyrefly.toml", 'search-path = ["typings"]\n'),
    "ty": ("ty.toml", '[environment]\nextra-paths = ["typings"]\n'),
}
"""For each checker, the file and text that say where the project has its stubs. zuban reads installed stubs first."""
PROGRAM = """\
import jax
import jax.numpy as jnp
from jax.experimental import checkify, io_callback
from jaxtyping_promo import Array, int32, uint32

def program(u: Array[uint32], i: Array[int32]) -> None:
    reveal_type(u + i)
    reveal_type(jnp.arange(3))
    reveal_type(jnp.zeros(3) + 1)
    reveal_type(jax.nn.softmax(i))
    reveal_type(i.sum(dtype=float))
    reveal_type(jax.random.normal(jax.random.key(0), (3,)))
    checkify.check(True, "a module of which there are no stubs")
    io_callback(print, None, "a function beside it")
"""
WITHOUT_JAX = {"mypy": "it looks for `jax-stubs` where packages are installed, and nowhere else"}
"""Checkers that always use the installed stubs for JAX's functions, with the reason."""


@pytest.fixture(scope="session")
def dtypes_of_the_program() -> dict[int, str]:
    """The dtype that JAX computes for each line with x64."""
    with jax.enable_x64(True):
        names = {"jax": jax, "jnp": jax.numpy, "u": jax.numpy.zeros(3, "uint32"), "i": jax.numpy.zeros(3, "int32")}
        lines = enumerate(PROGRAM.splitlines(), start=1)
        return {n: f"Array[{eval(line.strip()[12:-1], names).dtype}]" for n, line in lines if "reveal_type" in line}


@pytest.mark.parametrize(
    "name", [slow(n) if n == "pyright" else long(n) for n in CONFIGURATIONS if CHECKERS[n].executable()]
)
def test_stubs_of_a_project_are_found(name, dtypes_of_the_program, tmp_path):
    checker = CHECKERS[name]()
    file, text = CONFIGURATIONS[name]
    (tmp_path / file).write_text(text)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "typings").symlink_to(stubs_of_jax(x64=True))
    report = checker.check("program.py", folder=tmp_path)
    expected = dtypes_of_the_program
    if name in WITHOUT_JAX:
        expected = dict([min(expected.items())])
    assert {number: report.line("program.py", number).revealed[0] for number in expected} == expected, report.output
    assert [line.errors for line in report.lines.values() if line.errors] == []


@pytest.mark.long
def test_no_mode_changes_the_stubs_that_a_project_does_without():
    other = overlay.package(get_system("jax", x64=True, strict=True))
    left = {path: text for path, text in other.items() if path.startswith(LEFT_TO_THE_INSTALLED)}
    assert left
    assert left == {path: (SHIPPED / path).read_text() for path in left}


# ----------------------------------------------------------------------------------------------------- faults


def cases() -> Iterator[object]:
    for file in sorted(FAULTS_FOLDER.glob("*.py")):
        for name in CHECKERS:
            title = file.read_text().split('"""')[1].strip()
            at_fault = pytest.mark.xfail(strict=True, reason=f"{name}: {title}")
            marks = [at_fault] if name in FAULTS[file.stem] else [pytest.mark.long]
            yield pytest.param(name, file, marks=marks, id=f"{name}-{file.stem}")


@pytest.mark.parametrize(("name", "file"), cases())
def test_a_fault(name, file, tmp_path):
    if CHECKERS[name].executable() is None:
        pytest.fail(f"{name} is not installed")
    shutil.copy(file, tmp_path)
    report = CHECKERS[name]().check(file.name, folder=tmp_path)
    expected, answers = {}, {}
    for number, line in enumerate(file.read_text().splitlines(), start=1):
        if comment := EXPECTED.search(line):
            answer = report.line(file.name, number)
            expected[number] = comment[1]
            answers[number] = "error" if answer.errors else " ".join(answer.revealed)
    assert answers == expected
