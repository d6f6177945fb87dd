"""The suites of tests: their marks, their sizes, and the parameters that belong to the core suite."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

MARKS = {"slow": ("slow", "exhaustive"), "long": ("exhaustive",), "exhaustive": ("exhaustive",)}
"""The marks of tests outside the core suite, and the options that include these tests."""
SUITES = {
    "core suite": ("10,000 tests", "about 4 minutes on two cores"),
    "--slow": ("13,450 tests", "about 12 minutes on two cores"),
    "--exhaustive": ("every test and dtype", "hours"),
}
"""The suites with their sizes, and the time of a parallel run."""


def sampled(values: Iterable[Any], one_in: int, always: Collection[Any] = (), *, slow_one_in: int = 1) -> list[Any]:
    """Parameters of a test: one in `one_in` is in the core suite, the others are slow or long.

    Args:
        values: the values, as `pytest.mark.parametrize` takes them; a tuple has the values of several parameters.
        one_in: the first value is in the core suite, and then every value after so many.
        always: further values in the core suite; where a test has several parameters, values of the first one.
        slow_one_in: the others are slow if their number is a multiple of this one, and long otherwise. An odd
            number has both modes of functions that are listed with two modes each.
    """

    def marked(number: int, value: Any) -> Any:
        if number % one_in == 0 or _parameters(value)[0] in always:
            return value
        return slow(value) if number % slow_one_in == 0 else long(value)

    return [marked(number, value) for number, value in enumerate(values)]


def others_long(values: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """Parameters of a test, all of which are long but the ones in `kept`.

    Args:
        values: the values, as `pytest.mark.parametrize` takes them.
        kept: the values that keep their marks; where a test has several parameters, values of the first one.
    """
    return [value if _parameters(value)[0] in kept else long(value) for value in values]


def slow(value: Any) -> Any:
    """A parameter of a test that is outside the core suite."""
    return _marked(value, pytest.mark.slow)


def long(value: Any) -> Any:
    """A parameter of a test that runs with ``--exhaustive``, or if its file or name is given."""
    return _marked(value, pytest.mark.long)


def _marked(value: Any, mark: pytest.MarkDecorator) -> Any:
    is_marked = hasattr(value, "marks")  # the result of `pytest.param`
    marks = [*value.marks, mark] if is_marked else [mark]
    return pytest.param(*_parameters(value), id=value.id if is_marked else None, marks=marks)


def _parameters(value: Any) -> tuple[Any, ...]:
    """The values of the parameters of a test."""
    if hasattr(value, "marks"):
        return tuple(value.values)
    return value if isinstance(value, tuple) else (value,)
