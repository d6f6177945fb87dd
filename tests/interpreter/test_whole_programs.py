"""Whole programs: the interpreter knows the dtypes that they have at run time, or says that it does not.

The programs are those of the plugin, in `tests/plugin/programs/`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from made_once import value_made_once
from suites import sampled
from truth import Truth, compare_each

pytestmark = pytest.mark.once

PROGRAMS = sorted((Path(__file__).parents[1] / "plugin" / "programs").glob("*.py"))
KNOWN = 0.9
"""The share of the checkpoints that the interpreter knows at least."""
ONE_IN = 10
"""The share of programs in the core suite. It is the share in `tests/plugin`, so that both tests need one run."""


@value_made_once
def compared(part: int) -> dict[str, Truth]:
    """The programs of one part compared. The first part is in the core suite, the others together are the second."""
    return compare_each([p for number, p in enumerate(PROGRAMS) if min(number % ONE_IN, 1) == part])


@pytest.mark.parametrize("program", sampled(PROGRAMS, ONE_IN), ids=lambda program: program.stem)
def test_no_value_is_wrong(program: Path) -> None:
    part = min(PROGRAMS.index(program) % ONE_IN, 1)
    assert compared(part)[program.name].wrong == []


@pytest.mark.slow
def test_most_values_are_known() -> None:
    counts = sum((truth.counts for part in (0, 1) for truth in compared(part).values()), Counter[str]())
    assert counts.total() > 1500
    assert counts["known"] >= KNOWN * counts.total(), counts
