"""The rules of NumPy's functions, methods and attributes agree with NumPy, for every dtype and pair of dtypes.

An ordinary run tries some dtypes for calls with ``dtype``, ``out`` and ``axis``; ``--exhaustive`` tries all.
"""

from __future__ import annotations

import numpy as np
import pytest
from oracles.numpy_functions import (
    Case,
    call_text,
    cases,
    cases_of_ml_dtypes,
    cases_with_axis,
    cases_with_dtype,
    cases_with_ml_dtype,
    cases_with_optional_parameters,
    cases_with_out,
    has_parameter,
    optional_parameters,
)
from suites import sampled

from jaxtyping_promo.rules.numpy_tables import numpy_rule, numpy_rules

FUNCTIONS = [name for name in numpy_rules() if numpy_rule(name).kind != "none"]
WITHOUT_CALL = ("numpy.fromfile",)
"""The functions that the tests do not call: they read a file."""

PARTLY_KNOWN: dict[str, str] = {
    "numpy.angle": "bools are left out",
    **dict.fromkeys(
        ("numpy.roots", "numpy.linalg.eig", "numpy.linalg.eigvals"), "real or complex, by version and value"
    ),
    "numpy.real_if_close": "real or complex, by value",
    "numpy.linalg.matrix_power": "a negative power makes floats of integers",
    "numpy.linalg.matrix_rank": "a Python number for a vector",
    **{
        f"numpy.random.{owner}{name}": "a uint64 stands for a range of floats"
        for owner in ("", "Generator.", "RandomState.")
        for name in ("choice", "permutation")
    },
    **dict.fromkeys(("numpy.quantile", "numpy.nanquantile"), "the fractions 0 and 1 may be integers"),
    **dict.fromkeys(("numpy.fft.irfft2", "numpy.fft.irfftn"), "float16 becomes float32 for several axes"),
    **dict.fromkeys(("numpy.ceil", "numpy.floor", "numpy.trunc", "numpy.fix"), "floats of integers before NumPy 2.1"),
    **dict.fromkeys(("numpy.percentile", "numpy.nanpercentile"), "percentages in an array of integers, by version"),
    "numpy.count_nonzero": "a Python number in older versions",
    "numpy.gradient": "numbers have no gradient",
}
"""Functions with an unknown result, or one of two results, for some operands; with the reason."""

STRICT_OUT = ("take", "compress")
"""Functions that refuse an ``out`` of another dtype before NumPy 2.5. The rule gives the dtype of newer versions."""
NUMPY = tuple(map(int, np.__version__.split(".")[:2]))


@pytest.fixture(scope="module")
def thin(request: pytest.FixtureRequest) -> bool:
    """Whether some dtypes are enough."""
    return not request.config.getoption("exhaustive")


def wrong(tried: list[Case], record_cases) -> list[str]:
    lines = [str(case) for case in tried if case.is_wrong]
    record_cases(len(tried), len(lines))
    return lines


def having(parameter: str) -> list[str]:
    return [name for name in FUNCTIONS if has_parameter(name, parameter)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_rule_gives_the_dtypes_and_kinds_that_numpy_returns(name: str, thin: bool, record_cases) -> None:
    tried = [*cases(name, thin=thin)]
    assert wrong(tried, record_cases) == []
    accepted = [case for case in tried if case.outcome is not None]
    assert accepted or name in WITHOUT_CALL
    assert all(case.is_known for case in accepted) != (name in PARTLY_KNOWN)


@pytest.mark.parametrize("name", having("dtype"))
def test_the_dtype_argument_selects_the_dtype_that_numpy_returns(name: str, thin: bool, record_cases) -> None:
    assert wrong([*cases_with_dtype(name, thin=thin)], record_cases) == []


@pytest.mark.parametrize("name", sampled(FUNCTIONS, one_in=4))
def test_floats_of_ml_dtypes_are_right_or_unknown(name: str, record_cases) -> None:
    assert wrong([*cases_of_ml_dtypes(name)], record_cases) == []


@pytest.mark.parametrize("name", sampled(having("dtype"), one_in=4))
def test_a_dtype_argument_of_ml_dtypes_is_right_or_unknown(name: str, record_cases) -> None:
    assert wrong([*cases_with_ml_dtype(name)], record_cases) == []


@pytest.mark.parametrize("name", sampled((name for name in FUNCTIONS if optional_parameters(name)), one_in=4))
def test_an_optional_parameter_that_matters_is_in_the_rule(name: str, thin: bool, record_cases) -> None:
    tried = cases_with_optional_parameters(name, thin=thin)
    assert wrong([case for case in tried if case.outcome is not None], record_cases) == []


@pytest.mark.parametrize("name", having("out"))
def test_the_result_has_the_dtype_of_out_if_numpy_accepts_it(name: str, thin: bool, record_cases) -> None:
    tried = cases_with_out(name, thin=thin)
    if name.rpartition(".")[2] in STRICT_OUT and NUMPY < (2, 5):
        tried = [case for case in tried if case.outcome is not None]
    assert wrong([*tried], record_cases) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (name, text)
        for text in ("axis=0", "keepdims=True")
        for name in having(text.partition("=")[0])
        if "axis" not in call_text(numpy_rule(name))
    ],
)
def test_the_kind_depends_on_the_axis(name: str, text: str, thin: bool, record_cases) -> None:
    assert wrong([*cases_with_axis(name, text, thin=thin)], record_cases) == []
