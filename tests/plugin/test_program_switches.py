"""JAX options that a module switches apply in all other modules, in all ways to run mypy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import imported
from jaxtyping_promo.mypy_plugin.modes.tests_and_benchmarks import has_note
from mypy.nodes import MypyFile
from mypy_processes import end_daemon, run_mypy

pytestmark = pytest.mark.once

SELDOM = ("mypy -n 2", "mypy --no-native-parser", "mypy --cache-dir=/dev/null")
COMMANDS = ("mypy", "dmypy run", *(pytest.param(command, marks=pytest.mark.exhaustive) for command in SELDOM))
INI = "[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n"
USED = """\
import jax.numpy as jnp

reveal_type(jnp.zeros(3))
reveal_type(jnp.ones(3, jnp.int8) > 0)
reveal_type(jnp.ones(3, jnp.int8) + 1)

def used() -> None:
    reveal_type(jnp.ones(3, jnp.int8) * 2.5)
    reveal_type(jnp.arange(3))
"""
NO_SWITCH = "import os\nimport jax\n\ndef switch(flag: bool) -> None:\n    pass\n"
SWITCH = NO_SWITCH.replace("pass", 'jax.config.update("jax_enable_x64", flag)')
DTYPE = re.compile(r"used.py:\d+: note: Revealed type is \".*\[(?:.*\.)?(\w+)\]\"")
OFF = ["float32", "bool_", "int8", "weak_float", "int32"]
ON = ["float64", "bool_", "int8", "weak_float", "int64"]
UNKNOWN = ["Any", "bool_", "int8", "weak_float", "Any"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A program of three modules."""
    (tmp_path / "mypy.ini").write_text(INI)
    (tmp_path / "used.py").write_text(USED)
    (tmp_path / "switching.py").write_text(NO_SWITCH)
    (tmp_path / "main.py").write_text("import used\nimport switching\n\nswitching.switch(True)\nused.used()\n")
    shutil.copytree(imported(INI), tmp_path / ".mypy_cache")
    yield tmp_path
    end_daemon(tmp_path)


def run(command: str, folder: Path, **environment: str) -> tuple[list[str], list[str]]:
    """The revealed dtypes, and the notes about switched options."""
    program, *options = command.split()
    files = sorted(path.name for path in folder.glob("*.py"))
    separator = ["--"] if program == "dmypy" else []
    done = run_mypy([program, *options, *separator, *files], folder, environment)
    assert done.returncode in (0, 1) and "error:" not in done.stdout, done.stdout + done.stderr
    return DTYPE.findall(done.stdout), re.findall(r"^(.*: note: .* is switched .*)", done.stdout, re.MULTILINE)


WITHOUT_DAEMON = ["mypy", pytest.param("dmypy run", marks=pytest.mark.exhaustive), *COMMANDS[2:]]
"""The commands of tests that take long with the daemon, whose edits `test_daemon` tries."""


@pytest.mark.slow
@pytest.mark.parametrize("command", WITHOUT_DAEMON)
def test_cold_warm_and_after_edits(command, folder):
    assert run(command, folder) == (OFF, [])
    switching = folder / "switching.py"
    switching.write_text(SWITCH)
    dtypes, notes = run(command, folder)
    assert dtypes == UNKNOWN
    assert len(notes) == 1 and notes[0].startswith("switching.py:5: note: x64"), notes
    assert run(command, folder) == (dtypes, notes)  # read from the cache

    (folder / "used.py").write_text(USED + "\nx = 1\n")
    assert run(command, folder) == (dtypes, notes)

    switching.write_text(NO_SWITCH + "\n")
    assert run(command, folder) == (OFF, [])


@pytest.mark.long
@pytest.mark.parametrize("command", WITHOUT_DAEMON)
def test_after_edits_of_the_configuration(command, folder):
    (folder / "switching.py").write_text(SWITCH)
    dtypes, notes = run(command, folder)
    assert (dtypes, len(notes)) == (UNKNOWN, 1)
    (folder / "mypy.ini").write_text(INI + "[jaxtyping-promo]\nx64 = True\n")
    assert run(command, folder) == (ON, [])
    (folder / "mypy.ini").write_text(INI + "[jaxtyping-promo]\nx64 = False\n")
    assert run(command, folder) == (OFF, [])
    (folder / "mypy.ini").write_text(INI)
    assert run(command, folder) == (dtypes, notes)


@pytest.mark.long
@pytest.mark.parametrize("command", WITHOUT_DAEMON)
def test_a_module_that_comes_and_goes(command, folder):
    assert run(command, folder) == (OFF, [])
    (folder / "another.py").write_text(SWITCH)
    dtypes, notes = run(command, folder)
    assert dtypes == UNKNOWN and len(notes) == 1
    (folder / "another.py").unlink()
    assert run(command, folder) == (OFF, [])


@pytest.mark.long
@pytest.mark.parametrize("command", [c for c in COMMANDS if c != "dmypy run"])
def test_the_environment_of_the_check(command, folder):
    assert run(command, folder) == (OFF, [])
    dtypes, notes = run(command, folder, JAX_ENABLE_X64="1")
    assert dtypes == UNKNOWN
    assert len(notes) == 1 and "environment" in notes[0]
    assert run(command, folder, JAX_ENABLE_X64="0") == (OFF, [])
    assert run(command, folder, JAX_NUMPY_RANK_PROMOTION="raise") == (OFF, [])
    (folder / "mypy.ini").write_text(INI + "[jaxtyping-promo]\nx64 = True\n")
    assert run(command, folder, JAX_ENABLE_X64="1") == (ON, [])


@pytest.mark.slow
def test_the_environment_of_the_daemon(folder):
    dtypes, notes = run("dmypy run", folder, JAX_ENABLE_X64="1")
    assert dtypes == UNKNOWN
    assert len(notes) == 1 and "environment" in notes[0]


AT_TOP = 'import jax\n\njax.config.update("jax_enable_x64", True)\n'
SILENT = {
    "test_solver.py": AT_TOP,
    "solver_test.py": SWITCH,
    "conftest.py": SWITCH,
    "tests/helpers.py": SWITCH,
    "test/helpers.py": SWITCH,
    "benchmarks/timing.py": AT_TOP,
    "package/benchmark/__init__.py": SWITCH,
    "package/tests/solver.py": SWITCH,
}
"""Tests and benchmarks, which switch an option for themselves."""
NOTED = ("attest.py", "contest.py", "testing/helpers.py", "package/latest.py", "package/tests.py")


def written(texts: dict[str, str], folder: Path) -> None:
    """Write the files of a program, whose folders are packages."""
    for file, text in texts.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
        for parent in Path(file).parents[:-1]:
            (folder / parent / "__init__.py").touch()


def check(folder: Path, keys: str = "") -> tuple[list[str], list[str]]:
    """The dtypes that are revealed in `USED`, and the places of notes about switches."""
    written({"mypy.ini": INI + keys, "used.py": USED}, folder)
    cache = folder.parent / "cache"
    if not cache.exists():
        shutil.copytree(imported(INI), cache)
    done = run_mypy(["mypy", f"--cache-dir={cache}", "."], folder)
    assert done.returncode == 0, done.stdout + done.stderr
    notes = re.findall(r"^(.*:\d+): note: .*\[dtype-configuration\]", done.stdout, re.MULTILINE)
    return DTYPE.findall(done.stdout), notes


@pytest.mark.long
def test_tests_and_benchmarks_have_no_note(tmp_path):
    written(SILENT, tmp_path / "tests_alone")
    assert check(tmp_path / "tests_alone") == (UNKNOWN, [])
    written(SILENT | {"switching.py": SWITCH}, tmp_path / "with_program")
    assert check(tmp_path / "with_program") == (UNKNOWN, ["switching.py:5"])


@pytest.mark.long
def test_a_set_up_of_all_tests_has_a_note(tmp_path):
    keys = "[jaxtyping-promo]\nx64 = False\n"
    set_ups = {"conftest.py": AT_TOP, "package/tests/__init__.py": AT_TOP}
    written({"test_solver.py": AT_TOP, **set_ups}, tmp_path / "program")
    for configuration, expected in (("", UNKNOWN), (keys, OFF)):
        dtypes, notes = check(tmp_path / "program", configuration)
        assert (dtypes, sorted(notes)) == (expected, [f"{file}:3" for file in set_ups])


@pytest.mark.long
def test_the_note_is_an_error_in_the_strict_preset(tmp_path):
    comment = SWITCH.replace("\n", "  # type: ignore[dtype-configuration]\n")
    strict = f"{INI}[jaxtyping-promo]\nreports = strict\n"
    written({"mypy.ini": strict}, tmp_path)
    shutil.copytree(imported(strict), tmp_path / "cache")
    for text, status in ((SWITCH, 1), (comment, 0)):
        (tmp_path / "switching.py").write_text(text)
        done = run_mypy(["mypy", "--cache-dir=cache", "switching.py"], tmp_path)
        assert done.returncode == status, done.stdout
        assert (
            len(re.findall(r"^switching.py:5: error: .*\[dtype-configuration\]$", done.stdout, re.MULTILINE)) == status
        )


def test_which_modules_may_have_a_note(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def may_have_note(file: str, *, at_top: bool) -> bool:
        tree = MypyFile([], [])
        tree._fullname, tree.path = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__"), file
        return has_note(tree, at_top=at_top)

    assert not any(may_have_note(file, at_top=text == AT_TOP) for file, text in SILENT.items())
    assert all(may_have_note(file, at_top=False) for file in NOTED)
    assert may_have_note("tests/conftest.py", at_top=True)
    assert not may_have_note(str(tmp_path / "tests" / "helpers.py"), at_top=False)
    assert not may_have_note("/elsewhere/tests/helpers.py", at_top=False)
