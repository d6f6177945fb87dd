"""The rules of NumPy's functions, methods and attributes agree with NumPy, for every dtype and pair of dtypes."""

from __future__ import annotations

import pytest
from oracles.numpy_functions import Case, cases

from jaxtyping_promo.rules.numpy_tables import numpy_rule, numpy_rules

FUNCTIONS = [name for name in numpy_rules() if numpy_rule(name).kind != "none"]
WITHOUT_CALL = ("numpy.fromfile",)
"""The functions that the tests do not call: they read a file."""


def wrong(tried: list[Case]) -> list[str]:
    return [str(case) for case in tried if case.is_wrong]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_rule_gives_the_dtypes_and_kinds_that_numpy_returns(name: str, record_cases) -> None:
    tried = [*cases(name)]
    record_cases(len(tried), len(wrong(tried)))
    assert wrong(tried) == []
    assert any(case.outcome is not None for case in tried) or name in WITHOUT_CALL
