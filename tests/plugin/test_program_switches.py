"""JAX options that a module switches apply in all other modules, in all ways to run mypy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import imported

BIN = Path(sys.executable).parent
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
    subprocess.run([BIN / "dmypy", "stop"], cwd=tmp_path, capture_output=True)


def run(command: str, folder: Path, **environment: str) -> tuple[list[str], list[str]]:
    """The revealed dtypes, and the notes about switched options."""
    program, *options = command.split()
    files = sorted(path.name for path in folder.glob("*.py"))
    separator = ["--"] if program == "dmypy" else []
    done = subprocess.run(
        [BIN / program, *options, *separator, *files],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )
    assert done.returncode in (0, 1) and "error:" not in done.stdout, done.stdout + done.stderr
    dtypes = re.findall(r"used.py:\d+: note: Revealed type is \".*\[(?:.*\.)?(\w+)\]\"", done.stdout)
    return dtypes, re.findall(r"^(.*: note: .* is switched .*)", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
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

    (folder / "mypy.ini").write_text(INI + "[jaxtyping-promo]\nx64 = True\n")
    switching.write_text(SWITCH)
    assert run(command, folder) == (ON, [])
    (folder / "mypy.ini").write_text(INI + "[jaxtyping-promo]\nx64 = False\n")
    assert run(command, folder) == (OFF, [])
    (folder / "mypy.ini").write_text(INI)
    assert run(command, folder) == (dtypes, notes)


@pytest.mark.parametrize("command", ["mypy", pytest.param("dmypy run", marks=pytest.mark.exhaustive), *COMMANDS[2:]])
def test_a_module_that_comes_and_goes(command, folder):
    assert run(command, folder) == (OFF, [])
    (folder / "another.py").write_text(SWITCH)
    dtypes, notes = run(command, folder)
    assert dtypes == UNKNOWN and len(notes) == 1
    (folder / "another.py").unlink()
    assert run(command, folder) == (OFF, [])


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


def test_the_environment_of_the_daemon(folder):
    dtypes, notes = run("dmypy run", folder, JAX_ENABLE_X64="1")
    assert dtypes == UNKNOWN
    assert len(notes) == 1 and "environment" in notes[0]
