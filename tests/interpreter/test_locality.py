"""Locality: functions, classes and stores that a program cannot reach change no value that is known about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from suites import sampled
from truth import interpreted
from unrelated_code import UNRELATED
from whole_programs.comparison import options_of

PROGRAMS = sorted((Path(__file__).parents[1] / "plugin" / "programs").glob("*.py"))


def values_of(name: str, text: str, options: dict[str, str]) -> dict[str, set[str]]:
    """What is known at each `reveal_type`, whatever the number of the context."""
    found: dict[str, list[Any]] = interpreted(name, text, options)
    return {place: {repr(value) for value in values} for place, values in found.items()}


@pytest.mark.parametrize("program", sampled(PROGRAMS, 4), ids=lambda path: path.stem)
def test_unrelated_code_changes_no_value(program: Path) -> None:
    text, options = program.read_text(), dict(options_of(program))
    assert values_of(program.name, text + UNRELATED, options) == values_of(program.name, text, options)
