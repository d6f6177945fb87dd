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
ONE_IN, SLOW_ONE_IN = 20, 5
"""The shares of programs in the core suite and among the slow tests; the others are long."""


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


def part_of(number: int) -> int:
    """The part that has a program: 0 is in the core suite, 1 is slow, 2 is long."""
    return 0 if number % ONE_IN == 0 else 1 if number % SLOW_ONE_IN == 0 else 2


@value_made_once
def changed_in_part(part: int) -> Mapping[str, list[str]]:
    """The changed types of the programs of one part."""
    return changed_types([program for number, program in enumerate(PROGRAMS) if part_of(number) == part])


@pytest.mark.parametrize("program", sampled(PROGRAMS, ONE_IN, slow_one_in=SLOW_ONE_IN), ids=lambda path: path.stem)
def test_unrelated_code_changes_no_type(program: Path) -> None:
    changed = changed_in_part(part_of(PROGRAMS.index(program)))[program.name]
    assert not changed, "\n".join(changed)
