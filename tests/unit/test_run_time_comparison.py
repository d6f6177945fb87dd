"""The command that compares stated dtypes with those of a running project finds the wrong ones, and only these."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.once, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
MODULE = '''\
"""The docstring stays first."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, int8


def halved(x: jax.Array) -> jax.Array:
    return x / 2


def lies() -> Array[int8]:
    return jnp.ones(3)  # type: ignore[return-value]


SCALED = halved(jnp.ones(3, jnp.bfloat16)) + 1
'''
TEST = """\
import jax.numpy as jnp
from package import halved, lies


def test_halved() -> None:
    y = halved(jnp.ones(3, jnp.bfloat16))
    assert y.dtype == jnp.bfloat16


def test_lies() -> None:
    assert lies()[0] == 1
"""


@pytest.mark.long
def test_a_project_with_one_lie(tmp_path):
    (tmp_path / "src" / "package").mkdir(parents=True)
    (tmp_path / "src" / "package" / "__init__.py").write_text(MODULE)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_package.py").write_text(TEST)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\naddopts = '--unknown-option'\n")
    command = [sys.executable, "-m", "benchmarks.at_run_time", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stderr
    assert "2 passed" in ran.stdout
    lines = ran.stdout.splitlines()
    assert [line.partition(": ")[0] for line in lines if ", and not " in line] == [
        "tests/test_package.py:11:12",
        "tests/test_package.py:11:12",
    ]
    assert "tests/test_package.py:11:12: float32, and not int8" in lines
    [counts] = [line for line in lines if line.startswith(f"| {tmp_path.name} |")]
    _, _, x64, expressions, inferred, seen, seen_inferred, judged, wrong, _ = (
        cell.strip() for cell in counts.split("|")
    )
    assert (x64, judged, wrong) == ("no", "0", "2")
    assert int(expressions) >= int(seen) > int(seen_inferred) > 0 and int(inferred) > 0
