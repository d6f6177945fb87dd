"""Which parameters of a test belong to the core suite. `pytest --slow` runs the others as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], one_in: int) -> list[Any]:
    """Parameters of a test, all but one in `one_in` of which are marked slow.

    Args:
        values: the values, as `pytest.mark.parametrize` takes them; a tuple has the values of several parameters.
        one_in: the first value is in the core suite, and then every value after so many.
    """
    return [value if number % one_in == 0 else slow(value) for number, value in enumerate(values)]


def slow(value: Any) -> Any:
    """A parameter of a test that is outside the core suite."""
    if hasattr(value, "marks"):  # the result of `pytest.param`
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow)
