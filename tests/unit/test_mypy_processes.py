"""A run of mypy is repeated if one of mypy's own processes took too long to start, and only then."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mypy_processes import LIMITS_EXCEEDED, run_mypy

PROGRAM = """\
import pathlib, sys
runs = pathlib.Path("runs")
runs.write_text(runs.read_text() + "x" if runs.exists() else "x")
if len(runs.read_text()) < 3:
    sys.exit({message!r})
print("Success")
"""


@pytest.mark.parametrize(("message", "runs"), [*((f"{text} 1", 3) for text in LIMITS_EXCEEDED), ("INTERNAL ERROR", 1)])
def test_runs(message: str, runs: int, tmp_path: Path) -> None:
    (tmp_path / "mypy.py").write_text(PROGRAM.format(message=message))
    done = run_mypy([sys.executable, "mypy.py"], tmp_path)
    assert (tmp_path / "runs").read_text() == runs * "x"
    assert done.stdout == ("Success\n" if runs > 1 else "")
