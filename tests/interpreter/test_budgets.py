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


DOUBLE_CALLS = (
    "\n".join(f"def g{n}(x): return g{n + 1}(x) + g{n + 1}(x)" for n in range(14)) + "\ndef g14(x): return x\n"
)
"""Functions whose calls would double at each level without the memo of calls."""
CUT = {
    "a function that escapes": "import unknown_library\ndef test_cut(): unknown_library.run(lambda: f0(1))\n",
    "a method of a flax module": (
        "import flax.linen as nn\nclass Cut(nn.Module):\n    @nn.compact\n    def __call__(self, x): return f0(1)\n"
        "def test_cut(): Cut().apply({}, 1)\n"
    ),
    "a function that haiku transforms": "import haiku as hk\ndef test_cut(): hk.transform(lambda: f0(1)).init(None)\n",
}


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT.keys())
def test_what_runs_when_the_budget_ends_is_over_for_later_entries(tmp_path, cut):
    path = tmp_path / "test_chain.py"
    path.write_text(f"{CHAIN}{DOUBLE_CALLS}{cut}def test_double(): g0(1)\n")
    assert Program([path]).interpret().cut_entries == 1


def test_haiku_parameters_outside_of_a_transform_leave_the_memo_on(tmp_path):
    path = tmp_path / "test_haiku.py"
    path.write_text(
        f"{DOUBLE_CALLS}import haiku as hk\ndef test_open(): hk.get_parameter('w', (3,))\ndef test_double(): g0(1)\n"
    )
    assert not Program([path]).interpret().cut_entries


def test_open_functions_have_a_budget_of_their_own(tmp_path, monkeypatch):
    from jaxtyping_promo.interpreter import run as runs

    path = tmp_path / "p.py"
    path.write_text(f"{CHAIN}\nimport jax.numpy as jnp\nf0(1)\n")
    other = tmp_path / "q.py"
    other.write_text("import jax.numpy as jnp\ndef f():\n    return jnp.ones(3, jnp.bfloat16) * jnp.ones(3)\n")
    monkeypatch.setattr(runs, "MOST_STEPS", 3000)
    run = Program([other, path]).interpret()
    found = findings(run, lambda _: True, lambda _, code: PRESETS["default"][code.name])
    assert run.cut_entries
    assert [finding.place.line for finding in found] == [3]
