"""Operators and functions of flax, equinox and optax that are declared with one type variable for all arrays.

mypy infers the dtype that the programs compute, or an unknown dtype.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_once import value_made_once
from whole_programs.comparison import Comparison, compare_each

PROGRAMS = sorted((Path(__file__).parent / "flax_programs").glob("*.py"))


@value_made_once
def compared() -> Comparison:
    """The comparisons of all programs."""
    return compare_each(PROGRAMS)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_program(program: Path) -> None:
    faults = [str(fault) for fault in compared().faults if fault.file == program.name]
    assert not faults, "\n".join(faults)


def test_most_results_are_known() -> None:
    counts = compared().counts
    assert counts["known"] >= 0.6 * compared().checkpoints
