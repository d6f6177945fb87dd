"""An operand that is no array is an error beside an array of unknown dtype, as with JAX alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import CHECKERS, Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

HEAD = """\
import jax
import jax.numpy as jnp


class Thing: ...


def main(x: jax.Array, n: float | None, y: Thing) -> None:
"""
OTHERS = """\
    jnp.clip(x, y, x)
    jnp.clip(x, 0, y)
    jnp.convolve(x, y)
    jnp.isclose(x, y)
    jnp.polyval(x, y)
    jnp.searchsorted(x, y)
    jnp.less(x, y)
    jax.lax.add(x, y)
    jax.scipy.special.xlogy(x, y)
    x + y
    y * x
"""
JOINING = """\
    jnp.where(x, x, y)
    jnp.where(x > 0, y, x)
    jnp.maximum(n, x)
    jnp.maximum(x, y)
    jnp.minimum(x, n)
    jnp.add(x, y)
    jnp.multiply(x, n)
    jnp.dot(x, n)
    jnp.matmul(x, y)
    jnp.vdot(x, y)
    jnp.inner(x, y)
    jnp.outer(x, y)
    jnp.append(x, y)
"""
"""Functions whose result has the join of the operands' dtypes, and nothing else."""
BOUND = "a type variable whose solution is unknown accepts a second argument that does not match its bound"


def _silent(name: str, calls: str, folder: Path) -> list[str]:
    """The calls in which a checker reports nothing."""
    (folder / "program.py").write_text(HEAD + calls)
    if name not in CHECKERS:
        (folder / "mypy.ini").write_text(ini())
    report = CHECKERS.get(name, Mypy)().check("program.py", folder=folder)
    lines = enumerate(calls.splitlines(), start=HEAD.count("\n") + 1)
    return [line.strip() for n, line in lines if not report.line("program.py", n).errors]


@pytest.mark.parametrize("name", ["mypy with the plugin", "pyright"])
def test_other_functions(name: str, tmp_path: Path) -> None:
    assert _silent(name, OTHERS, tmp_path) == []


@pytest.mark.parametrize(
    "name", ["mypy with the plugin", pytest.param("pyright", marks=pytest.mark.xfail(strict=True, reason=BOUND))]
)
def test_functions_that_join(name: str, tmp_path: Path) -> None:
    assert _silent(name, JOINING, tmp_path) == []
