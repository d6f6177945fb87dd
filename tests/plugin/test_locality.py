"""Locality: functions, classes and stores that a program cannot reach change no type that mypy infers in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from made_once import value_made_once
from suites import sampled
from unrelated_code import UNRELATED
from whole_programs.comparison import by_configuration, check

pytestmark = pytest.mark.once

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
ONE_IN = 20
"""The share of programs in the core suite."""


def changed_types(programs: Sequence[Path]) -> dict[str, list[str]]:
    """The places of each program at which mypy reveals another type if unrelated code is appended."""
    changed: dict[str, list[str]] = {}
    for options, group in by_configuration(programs):
        alone, beside = check(group, options), check(group, options, UNRELATED)
        for program in group:
            changed[program.name] = [
                f"{place}: {types} -> {beside[program.name].revealed.get(place)}"
                for place, types in alone[program.name].revealed.items()
                if set(types) != set(beside[program.name].revealed.get(place, ()))
            ]
    return changed


@value_made_once
def changed_in_part(part: int) -> Mapping[str, list[str]]:
    """The changed types of the programs of one part. The first part is in the core suite, the second is slow."""
    return changed_types([p for number, p in enumerate(PROGRAMS) if min(number % ONE_IN, 1) == part])


@pytest.mark.parametrize("program", sampled(PROGRAMS, ONE_IN), ids=lambda path: path.stem)
def test_unrelated_code_changes_no_type(program: Path) -> None:
    changed = changed_in_part(min(PROGRAMS.index(program) % ONE_IN, 1))[program.name]
    assert not changed, "\n".join(changed)
