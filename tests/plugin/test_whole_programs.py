"""Whole programs: mypy says the dtypes that they have when they run, or nothing, and has no error in what runs.

A program of `programs/` may begin with comments: the configuration, ``# [tool.jaxtyping-promo]`` and lines of it.
Where a statement of a module raises, mypy must have an error.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_once import value_made_once
from whole_programs.comparison import Comparison, compare_each

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
FAULTY = {
    "gradients",
    "results_of_transformations",
}
"""Programs in which mypy is not right yet: a name goes when its program passes."""


@value_made_once
def compared() -> Comparison:
    """All programs compared."""
    return compare_each(PROGRAMS)


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(p, marks=[pytest.mark.xfail(strict=True, reason="a known fault")] if p.stem in FAULTY else [])
        for p in PROGRAMS
    ],
    ids=lambda program: program.stem,
)
def test_program(program: Path) -> None:
    faults = [str(fault) for fault in compared().faults if fault.file == program.name]
    assert not faults, "\n".join(faults)
