"""Programs that were written to mislead the interpreter: each value covers the one of the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from abstract import covers
from suites import sampled

PROGRAMS = sorted(Path(__file__, "../adversarial").resolve().glob("*.py"))
NEEDS = {"three_libraries": ("flax", "equinox", "optax"), "training_steps": ("optax",)}
"""The libraries that a program needs beside JAX."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("program", sampled(PROGRAMS, one_in=4), ids=lambda program: program.stem)
def test_programs(program: Path) -> None:
    for library in NEEDS.get(program.stem, ()):
        pytest.importorskip(library)
    covers(program.read_text())
