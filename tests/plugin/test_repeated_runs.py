"""Cold, warm and parallel runs of mypy, and its daemon, have the same reports, for each error code."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from checkers.mypy import imported, ini
from mypy_processes import end_daemon, run_mypy

from jaxtyping_promo.diagnostics.codes import CODES

pytestmark = pytest.mark.once

LAMBDAS = """\
import jax
from jaxtyping_promo import Array, int8

def f(tiny: Array[int8]) -> None:
    jax.jit(lambda x: x + 1000)(tiny)  # dtype-overflow
    jax.vmap(lambda x: x + 1000)(tiny)  # dtype-overflow
    jax.tree.map(lambda x: x + 1000, {"a": tiny})  # dtype-overflow
    jax.lax.fori_loop(0, 3, lambda i, x: x + 1000, tiny)  # dtype-overflow
    [x + 1000 for x in tiny]  # dtype-overflow
    for _ in range(3):
        tiny = tiny + 1000  # dtype-overflow
    max([tiny + 1000], key=lambda x: float(x.sum() + 1))  # dtype-overflow
    tiny += 1000  # dtype-overflow
"""
EVERY_CODE = """\
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import Float

from jaxtyping_promo import Array, bfloat16, bool_, float32, int8, int32, uint32

@jax.jit
def compiled(x: Array[float32]) -> Array[float32]:
    return x * 2

def program(
    tiny: Array[int8], ints: Array[int32], ids: Array[uint32], brains: Array[bfloat16], floats: Array[float32], c: bool
) -> None:
    ints | floats  # dtype-promotion
    lax.exp(ints)  # dtype-unsupported
    lax.while_loop(lambda x: x.sum() < 3, lambda x: x + floats, brains)  # dtype-carry
    lax.cond(c, lambda: ints, lambda: floats)  # dtype-branches
    jax.grad(lambda x: x.sum())(ints)  # dtype-gradient
    floats[floats]  # dtype-index
    tiny + 1000  # dtype-overflow
    jnp.zeros(3, jnp.float64)  # dtype-truncation
    ids + ints  # dtype-range
    brains * np.float32(2)  # dtype-widening
    ints.at[0].set(1.5)  # dtype-scatter
    ints * floats  # dtype-precision
    ints * 1.5  # dtype-kind
    compiled(jnp.asarray(1.0))  # dtype-weak
    ints + tiny  # dtype-implicit

def evaluated(x: jax.Array[int8]) -> None: ...  # dtype-annotation

def matrix(x: Float[jax.Array, "n"]) -> Float[jax.Array, "n m"]:
    return x  # shape-mismatch

def unreadable(x: Float[jax.Array, "n, m"]) -> None: ...  # jaxtyping-syntax
"""
SWITCH = """\
import jax

def switch() -> None:
    jax.config.update("jax_explicit_x64_dtypes", "error")  # dtype-configuration
"""
PROGRAMS = {"lambdas": LAMBDAS, "every_code": EVERY_CODE, "switch": SWITCH}
TOGETHER = [("lambdas", "every_code"), pytest.param(("switch",), marks=pytest.mark.long)]
"""Programs that are checked together; the switch decides whether 64-bit dtypes are truncated."""


def expected(name: str) -> set[tuple[str, int, str]]:
    """The lines of a program with a comment that names an error code."""
    lines = enumerate(PROGRAMS[name].splitlines(), 1)
    return {(name, number, found[1]) for number, line in lines if (found := re.search(r"# ([a-z]+-[a-z]+)$", line))}


def test_every_code_has_a_line() -> None:
    """Of the codes that mypy tells. The others are findings of `check` alone."""
    of_check = {f"dtype-{name}" for name in ("upcast", "leak", "dead-option", "late-upcast")}
    of_check |= {f"dtype-{name}" for name in ("rounding", "counter", "positions")}
    of_mypy = {name for name in CODES if name not in of_check and not name.startswith("policy-")}
    assert {code for name in PROGRAMS for _, _, code in expected(name)} == of_mypy


@pytest.mark.slow
@pytest.mark.parametrize("names", TOGETHER, ids="-".join)
def test_cold_warm_parallel_and_daemon_agree(names: tuple[str, ...], tmp_path: Path) -> None:
    files = [f"{name}.py" for name in names]
    for name, file in zip(names, files, strict=True):
        (tmp_path / file).write_text(PROGRAMS[name])
    configuration = f"{ini()}reports = all\n"
    (tmp_path / "mypy.ini").write_text(configuration)
    mypy = ["mypy", "--no-error-summary"]
    for cache in ("cache", "cache_of_two"):
        shutil.copytree(imported(configuration), tmp_path / cache)

    def run(*command: str) -> list[str]:
        output = run_mypy([*command, *files], tmp_path).stdout
        return sorted(line for line in output.splitlines() if ".py:" in line)

    cold = run(*mypy, "--cache-dir=cache")
    matches = [re.match(r"(\w+)\.py:(\d+): (?:error|note): .*\[([a-z-]+)\]$", line) for line in cold]
    reported = {(m[1], int(m[2]), m[3]) for m in matches if m}
    reported |= {
        (name, line, "dtype-widening") for name, line, code in reported if code == "dtype-upcast"
    }  # with its cause
    assert reported >= {line for name in names for line in expected(name)}
    assert run(*mypy, "--cache-dir=cache") == cold
    assert run(*mypy, "--cache-dir=cache_of_two", "-n", "2") == cold
    dmypy = ["dmypy", "--status-file", str(tmp_path / "status")]
    try:
        assert run(*dmypy, "run", "--", "--no-error-summary", "--cache-dir=cache") == cold
        (tmp_path / files[-1]).write_text(f"{PROGRAMS[names[-1]]}# changed\n")
        assert run(*dmypy, "check") == cold
    finally:
        end_daemon(tmp_path, *dmypy[1:])
