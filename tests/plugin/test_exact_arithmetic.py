"""A short run of `exact_arithmetic`: mypy reports the results that JAX computes wrongly, and only these."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini
from exact_arithmetic import check

pytestmark = [pytest.mark.once, pytest.mark.slow]


def test_results_that_differ_from_exact_arithmetic_are_reported(record_cases):
    def run(text: str, folder: Path) -> str:
        (folder / "program.py").write_text(text)
        (folder / "mypy.ini").write_text(ini())
        return Mypy().check("program.py", folder=folder).output

    count = 250
    wrong = check(count, 7, run)
    record_cases(count, len(wrong))
    assert wrong == []
