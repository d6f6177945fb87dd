"""mypy with the plugin infers what JAX computes: every operator, every pair of operands, every mode."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini
from programs.operations import PLUGIN_REJECTS, Operation, mismatches, program
from programs.truth import numpy_truth, truth

pytestmark = [pytest.mark.once, pytest.mark.slow]

MODES = {
    f"{'x64' if x64 else 'x32'}-{'strict' if strict else 'standard'}": (x64, strict)
    for x64, strict in itertools.product((False, True), repeat=2)
}

EACH_MODE = [
    pytest.param(*mode, id=name, marks=[pytest.mark.exhaustive] if any(mode) else []) for name, mode in MODES.items()
]
EACH_KIND = ("add", "truediv", "pow", "matmul", "and", "lt")
"""One operator of each kind, in an ordinary run."""
WITH_NUMPY = ("add", "and")
"""The operators for NumPy operands in an ordinary run."""
STEP = 5
"""An ordinary run tries one in so many pairs with NumPy operands."""


def mypy_mismatches(true: dict[Operation, str | None], folder: Path, *, x64: bool, strict: bool) -> list[str]:
    text, where = program(true)
    (folder / "program.py").write_text(text)
    (folder / "mypy.ini").write_text(ini(x64=x64, strict=strict))
    report = Mypy().check("program.py", folder=folder)
    lines = {number: line for (_, number), line in report.lines.items()}
    assert set(lines) == set(where), "each operation has an answer, and no other line has"
    return mismatches(lines, where, true, PLUGIN_REJECTS)


@pytest.mark.parametrize(("x64", "strict"), EACH_MODE)
def test_every_operator_on_arrays_and_python_scalars(x64, strict, tmp_path, record_cases, request):
    true = truth(x64=x64, strict=strict)
    if not request.config.getoption("exhaustive"):
        true = {operation: dtype for operation, dtype in true.items() if operation.operator in EACH_KIND}
    wrong = mypy_mismatches(true, tmp_path, x64=x64, strict=strict)
    record_cases(len(true), len(wrong))
    assert wrong == []


@pytest.mark.parametrize(("x64", "strict"), EACH_MODE)
def test_every_operator_on_arrays_and_numpy_operands(x64, strict, tmp_path, record_cases, request):
    true = numpy_truth(x64=x64, strict=strict)
    if not request.config.getoption("exhaustive"):
        true = {operation: dtype for operation, dtype in true.items() if operation.operator in WITH_NUMPY}
        true = dict([*true.items()][::STEP])
    wrong = mypy_mismatches(true, tmp_path, x64=x64, strict=strict)
    record_cases(len(true), len(wrong))
    assert wrong == []
