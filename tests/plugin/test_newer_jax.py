"""Names that the stubs lack are unknown if the installed JAX has them, and errors otherwise."""

from __future__ import annotations

import shutil
from pathlib import Path

import jax
import pytest
from checkers.mypy import ini
from mypy_processes import end_daemon, run_mypy

pytestmark = [pytest.mark.once, pytest.mark.slow]

SELDOM = ("mypy -n 2", "mypy --no-native-parser")
COMMANDS = ("mypy", *(pytest.param(command, marks=pytest.mark.exhaustive) for command in ("dmypy run", *SELDOM)))
METADATA = "Metadata-Version: 2.1\nName: jax\nVersion: 99.0\n"
ADDED = {
    "__init__.py": "from jax._src.newest import brand_new as brand_new, BrandNew as BrandNew\n",
    "numpy/__init__.pyi": "def frobnicate(x: Array) -> Array: ...\n",
    "random.py": "from jax._src.random import not_marked_as_public\n",
}
PROGRAM = """\
import jax
import jax.numpy as jnp
from jax import BrandNew, brand_new
from jax.numpy import frobnicate

class Own(BrandNew): ...

def made(x: jax.BrandNew, y: BrandNew) -> jax.BrandNew:
    return jax.brand_new(frobnicate(x), Own())

brand_new(jnp.frobnicate(jax.random.not_marked_as_public()))
jnp.frobnikate(3)
jax.brand_old
"""
ERRORS = {12: 'Module has no attribute "frobnikate"', 13: 'Module has no attribute "brand_old"'}


def newer_jax(folder: Path) -> None:
    """A package ``jax`` that Python finds before the installed JAX: the same public modules with more names."""
    shutil.copytree(
        Path(jax.__file__).parent, folder / "jax", ignore=shutil.ignore_patterns("_src", "__pycache__", "experimental")
    )
    for path, text in ADDED.items():
        with (folder / "jax" / path).open("a") as file:
            file.write(text)
    (folder / "jax-99.0.dist-info").mkdir()
    (folder / "jax-99.0.dist-info" / "METADATA").write_text(METADATA)


def errors(command: str, folder: Path, python_path: Path) -> dict[int, str]:
    program, *options = command.split()
    separator = ["--"] if program == "dmypy" else []
    arguments = [program, *options, *separator, "--no-error-summary", "program.py"]
    done = run_mypy(arguments, folder, {"PYTHONPATH": str(python_path)})
    lines = [line.split(": ", 2) for line in done.stdout.splitlines() if line.startswith("program.py:")]
    assert lines, done.stdout + done.stderr
    return {int(place.split(":")[1]): text.split("  [")[0].split(";")[0] for place, _, text in lines}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_added_names_are_unknown(command: str, tmp_path: Path) -> None:
    newer_jax(tmp_path / "newer")
    (tmp_path / "mypy.ini").write_text(ini())
    (tmp_path / "program.py").write_text(PROGRAM)
    try:
        assert errors(command, tmp_path, tmp_path / "newer") == ERRORS
        assert errors(command, tmp_path, tmp_path / "newer") == ERRORS  # read from the cache
    finally:
        if command.startswith("dmypy"):
            end_daemon(tmp_path)


@pytest.mark.long
def test_another_jax_is_checked_anew(tmp_path: Path) -> None:
    """mypy does not reuse its cache for another version of JAX."""
    newer_jax(tmp_path / "newer")
    (tmp_path / "mypy.ini").write_text(ini())
    (tmp_path / "program.py").write_text(PROGRAM)
    assert errors("mypy", tmp_path, tmp_path / "newer") == ERRORS
    assert {3, 4} < set(errors("mypy", tmp_path, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def (", id="syntax"),
        pytest.param("\0", id="null"),
        pytest.param("raise ImportError", id="names"),
    ],
)
def test_source_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    """mypy continues with the stubs alone."""
    newer_jax(tmp_path / "newer")
    for path in ("__init__.py", "numpy/__init__.pyi"):
        (tmp_path / "newer" / "jax" / path).write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    (tmp_path / "program.py").write_text(PROGRAM)
    assert {3, 4, 12, 13} < set(errors("mypy", tmp_path, tmp_path / "newer"))
