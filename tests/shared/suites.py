"""The suites of tests: their marks, their sizes, and the parameters that belong to the core suite."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

MARKS = {"slow": ("slow", "exhaustive"), "exhaustive": ("exhaustive",)}
"""The marks of tests outside the core suite, and the options that include these tests."""
SUITES = {
    "core suite": ("9,500 tests", "about 6 minutes on two cores"),
    "--slow": ("15,300 tests", "about 30 minutes on two cores"),
    "--exhaustive": ("every test and dtype", "hours"),
}
"""The suites with their sizes, and the time of a parallel run."""


def sampled(values: Iterable[Any], one_in: int, always: Collection[Any] = ()) -> list[Any]:
    """Parameters of a test, all but one in `one_in` of which are marked slow.

    Args:
        values: the values, as `pytest.mark.parametrize` takes them; a tuple has the values of several parameters.
        one_in: the first value is in the core suite, and then every value after so many.
        always: further values in the core suite; where a test has several parameters, values of the first one.
    """
    return [
        value if number % one_in == 0 or _parameters(value)[0] in always else slow(value)
        for number, value in enumerate(values)
    ]


def slow(value: Any) -> Any:
    """A parameter of a test that is outside the core suite."""
    is_marked = hasattr(value, "marks")  # the result of `pytest.param`
    marks = [*value.marks, pytest.mark.slow] if is_marked else [pytest.mark.slow]
    return pytest.param(*_parameters(value), id=value.id if is_marked else None, marks=marks)


def _parameters(value: Any) -> tuple[Any, ...]:
    """The values of the parameters of a test."""
    if hasattr(value, "marks"):
        return tuple(value.values)
    return value if isinstance(value, tuple) else (value,)
