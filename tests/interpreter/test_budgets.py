"""Budgets: an entry point that would take too long is cut, and the others are still interpreted."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter import program as programs
from jaxtyping_promo.interpreter import test_entries
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings, values

CHAIN = (
    "\n".join(f"def f{n}(x): return f{n + 1}(2 * x) + f{n + 1}(2 * x + 1)" for n in range(18))
    + "\ndef f18(x): return x\n"
)
"""Functions whose calls, each with another number, double at each level."""


def told(path: Path) -> tuple[Program, list[tuple[int, str]]]:
    program = Program([path])
    run = program.interpret()
    found = findings(run, lambda shown: shown == str(path), lambda _, code: PRESETS["default"][code.name])
    return program, [(finding.place.line, finding.code.name) for finding in found]


@pytest.fixture(autouse=True)
def small_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (
        (programs, "STEPS_OF_A_MODULE"),
        (programs, "STEPS_OF_A_FUNCTION"),
        (test_entries, "STEPS_OF_A_TEST"),
    ):
        monkeypatch.setattr(module, name, 3000)


def test_a_test_that_is_cut_leaves_the_others(tmp_path):
    path = tmp_path / "test_chain.py"
    path.write_text(
        f"{CHAIN}\nimport jax.numpy as jnp\n"
        "def test_chain(): f0(1)\n"
        "def test_sum():\n    x = jnp.ones(3, jnp.bfloat16)\n    return x * jnp.ones(3)\n"
    )
    program, found = told(path)
    assert program.run.cut_entries
    assert [code for _, code in found] == ["dtype-upcast"]


def test_a_module_that_is_cut_has_unknown_names(tmp_path):
    (tmp_path / "large.py").write_text(f"{CHAIN}\nimport jax.numpy as jnp\nf0(1)\nx = jnp.ones(3)\n")
    path = tmp_path / "small.py"
    path.write_text("import large\nreveal_type(large.x)\n")
    program = Program([tmp_path / "large.py", path])
    run = program.interpret()
    (shown,) = [each for each in values(run, lambda p: p == str(path)) if each.place.column == 12]
    assert shown.cause.startswith("large is too large to be interpreted to its end")
