"""A dtype class is an error where a `np.dtype` is declared, as with JAX alone: ``jnp.int32`` has no `itemsize`."""

from __future__ import annotations

import shutil
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest
from checkers import CHECKERS, FORKS, Checker, Mypy
from checkers.mypy import ini
from plain_jax import python

PROGRAM = Path(__file__).parent / "wrong" / "declared_dtypes.py"
NAMES = [
    pytest.param(name, marks=[pytest.mark.exhaustive] if name in FORKS else [])
    for name in ("mypy with the plugin", *CHECKERS)
    if name not in CHECKERS or CHECKERS[name].executable()
]


def marked_lines() -> list[int]:
    """The lines that the program marks as errors."""
    return [n for n, line in enumerate(PROGRAM.read_text().splitlines(), start=1) if line.endswith("# error")]


def error_lines(checker: Checker, folder: Path) -> list[int]:
    """The lines in which a checker reports an error."""
    shutil.copy(PROGRAM, folder)
    report = checker.check(PROGRAM.name, folder=folder)
    return sorted(line for (_, line), messages in report.lines.items() if messages.errors)


def test_a_dtype_class_lacks_the_members_of_a_dtype() -> None:
    for member in ("itemsize", "kind"):
        assert hasattr(jnp.dtype(jnp.int32), member)
        assert not hasattr(jnp.int32, member)


@pytest.mark.long
@pytest.mark.skipif(jax.__version_info__ < (0, 12), reason="JAX 0.10 declares that its dtype classes are Any")
def test_plain_jax_reports_the_marked_lines(tmp_path: Path) -> None:
    assert error_lines(Mypy(python=python()), tmp_path) == marked_lines()


@pytest.mark.parametrize("name", NAMES)
def test_each_checker_reports_them(name: str, tmp_path: Path) -> None:
    if name not in CHECKERS:
        (tmp_path / "mypy.ini").write_text(ini())
    assert error_lines(CHECKERS.get(name, Mypy)(), tmp_path) == marked_lines()
