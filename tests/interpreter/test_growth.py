"""The time of the interpreter grows linearly with the nesting of a program."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.interpreter_speed import NESTINGS, growth

MOST = 3.0
"""The most that the steps grow from 4 to 8 levels: linear growth doubles them, doubling at each level gives 16."""


@pytest.mark.parametrize("write", NESTINGS.values(), ids=NESTINGS.keys())
def test_twice_the_levels_take_about_twice_the_steps(write: Callable[[int], str]) -> None:
    assert growth(write) < MOST
