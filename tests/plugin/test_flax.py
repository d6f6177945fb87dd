"""Operators and functions of flax, equinox and optax that are declared with one type variable for all arrays.

mypy infers the dtype that the programs compute, or an unknown dtype.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_once import value_made_once
from whole_programs.comparison import Comparison, compare_each

PROGRAMS = sorted((Path(__file__).parent / "flax_programs").glob("*.py"))
LIMITS = {
    "layers_of_linen": "`init` and `apply` call the method in a scope that holds the parameters by name",
    "batch_norm_of_equinox": "below vmap, the interpreter takes the new state for the old one, which is used up",
}
"""Why the dtypes in the programs in `flax_limits` are unknown."""


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


@pytest.mark.parametrize(
    "program", [pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=why)) for name, why in LIMITS.items()]
)
def test_limit(program: str) -> None:
    comparison = compare_each([Path(__file__).parent / "flax_limits" / f"{program}.py"])
    assert not [fault for fault in comparison.faults if fault.kind != "wrong"]
    assert comparison.counts["known"] == comparison.checkpoints
