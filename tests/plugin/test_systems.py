"""The plugin with the rules of other libraries agrees with these libraries, also for a system from a TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ALONE, PLUGIN, stubs_without_numpy
from oracles import jax_lax
from programs.operations import PLUGIN_REJECTS, Operation, mismatches, program
from programs.systems import INSTALLED, OPERATORS, library_truth
from programs.truth import truth

from jaxtyping_promo.system import PYTHON_SCALARS
from jaxtyping_promo.systems import jax as jax_system

pytestmark = [
    pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental"),
    pytest.mark.once,
    pytest.mark.slow,
]
STEP = 3
"""Without ``--exhaustive``, the test of jax.lax tries one in so many pairs."""


def mypy_mismatches(true: dict[Operation, str | None], folder: Path, system: str) -> list[str]:
    text, where = program(true)
    (folder / "program.py").write_text(text)
    stubs_without_numpy(folder / "stubs")
    missing = "ignore_missing_imports = True\n"
    text = f"[mypy]\nplugins = {PLUGIN}\n{ALONE}{missing}[jaxtyping-promo]\nsystem = {system}\n"
    (folder / "mypy.ini").write_text(text)
    report = Mypy().check("program.py", folder=folder)
    lines = {number: line for (_, number), line in report.lines.items()}
    assert set(lines) == set(where), report.output[:2000]
    return mismatches(lines, where, true, PLUGIN_REJECTS)


@pytest.mark.parametrize("system", INSTALLED)
def test_every_pair_as_the_library(system, tmp_path, record_cases):
    true = library_truth(system)
    wrong = mypy_mismatches(true, tmp_path, system)
    record_cases(len(true), len(wrong))
    assert wrong == []


def test_every_pair_as_jax_lax(tmp_path, record_cases, request):
    cells = [cell for cell in jax_lax.cells() if cell.system == "jax.lax" and cell.operator in OPERATORS]
    true = {Operation(cell.operator, cell.operands): cell.theirs for cell in cells}
    true = {op: dtype for op, dtype in true.items() if not set(op.operands) <= set(PYTHON_SCALARS)}
    assert len(true) > 2000
    true = dict([*true.items()][:: 1 if request.config.getoption("exhaustive") else STEP])
    wrong = mypy_mismatches(true, tmp_path, "jax.lax")
    record_cases(len(true), len(wrong))
    assert wrong == []


def test_a_system_of_the_users_own(tmp_path, record_cases):
    """A file with only the edges of JAX's lattice gives JAX's results."""
    lines = ['name = "mine"', "partial = true", "[edges]"]
    lines += [f"{node} = {list(above)}" for node, above in jax_system.EDGES_X32.items()]
    (tmp_path / "mine.toml").write_text("\n".join(lines))
    true = {op: dtype for op, dtype in truth(x64=False, strict=False).items() if op.operator == "add"}
    wrong = mypy_mismatches(true, tmp_path, "mine.toml")
    record_cases(len(true), len(wrong))
    assert wrong == []
