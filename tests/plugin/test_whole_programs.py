"""Whole programs: mypy infers their dtypes at run time, or unknown ones, and reports no error in code that runs.

A program of `programs/` may begin with its configuration in comments: ``# [tool.jaxtyping-promo]`` and its lines. If a
statement of a module raises, mypy must report an error.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_once import value_made_once
from suites import sampled
from whole_programs.comparison import Comparison, compare_each

pytestmark = pytest.mark.once

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
FAULTY = {
    "dtype_classes_in_new_containers": "only containers whose dtype classes are written out accept others",
    "lists_declared_as_tuples": "JAX declares a tuple and returns a list; a list would lose the dtypes of its items",
    "values_in_the_module_that_defines_them": "mypy checks a module before those that import it, and not again",
}
"""Programs in which mypy is still wrong, with the reason. A name must be removed when its program passes."""


ONE_IN = 10
"""The share of programs in the core suite."""


@value_made_once
def compared(part: int) -> Comparison:
    """The programs of one part compared. The first part is in the core suite, the others together are the second."""
    return compare_each([p for number, p in enumerate(PROGRAMS) if min(number % ONE_IN, 1) == part])


@pytest.mark.parametrize(
    "program",
    sampled(
        (
            pytest.param(p, marks=[pytest.mark.xfail(strict=True, reason=FAULTY[p.stem])] if p.stem in FAULTY else [])
            for p in PROGRAMS
        ),
        ONE_IN,
    ),
    ids=lambda program: program.stem,
)
def test_program(program: Path) -> None:
    part = min(PROGRAMS.index(program) % ONE_IN, 1)
    faults = [str(fault) for fault in compared(part).faults if fault.file == program.name]
    assert not faults, "\n".join(faults)
