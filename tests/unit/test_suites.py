"""The parameters of the core suite, and the runs that include slow tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from suites import SUITES, others_long, sampled

ROOT = Path(__file__).parents[2]


def marks(value: object) -> list[str]:
    """The names of the marks of a parameter."""
    return [mark.name for mark in getattr(value, "marks", ())]


def test_one_parameter_in_some_is_not_slow() -> None:
    values = sampled([1, (2, 3), pytest.param(4, 5, id="last", marks=pytest.mark.exhaustive), 6], one_in=3)
    assert [marks(value) for value in values] == [[], ["slow"], ["exhaustive", "slow"], []]
    assert values[1].values == (2, 3)
    assert values[2].values == (4, 5) and values[2].id == "last"


def test_some_parameters_are_always_in_the_core_suite() -> None:
    values = sampled(["a", "b", pytest.param("c", True), ("d", 1)], one_in=4, always={"b", "c"})
    assert [marks(value) for value in values] == [[], [], [], ["slow"]]


def test_some_of_the_other_parameters_are_slow() -> None:
    values = sampled(range(8), one_in=4, always={6}, slow_one_in=3)
    assert [marks(value) for value in values] == [
        [],
        ["long"],
        ["long"],
        ["slow"],
        [],
        ["long"],
        [],
        ["long"],
    ]


def test_the_parameters_that_are_not_kept_are_long() -> None:
    values = others_long(["a", ("b", 1), pytest.param("c", 2, marks=pytest.mark.once)], kept=["b"])
    assert [marks(value) for value in values] == [["long"], [], ["once", "long"]]
    assert values[2].values == ("c", 2)


@pytest.mark.parametrize("page", ["README.md", "docs/how-it-works/development.md"])
@pytest.mark.parametrize("suite", ["core suite", "--slow"])
def test_the_pages_say_the_sizes_of_the_suites(page: str, suite: str) -> None:
    tests, time = SUITES[suite]
    text = (ROOT / page).read_text(encoding="utf-8")
    assert tests in text
    assert time.removesuffix(" on two cores") in text
