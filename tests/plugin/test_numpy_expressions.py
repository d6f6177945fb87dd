"""Results of NumPy's operators and functions have NumPy's exact types, and cause no error in valid code."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini
from numpy_expressions import Expression, expressions, judgements, table

pytestmark = [pytest.mark.once, pytest.mark.slow]

VALID = Path(__file__).parent / "numpy_programs" / "valid_results.py"
"""Valid code in which results of NumPy go to variables, attributes, containers, functions and declared places."""


@pytest.fixture(scope="module")
def found(request: pytest.FixtureRequest) -> list[Expression]:
    return expressions(every=request.config.getoption("exhaustive"))


def test_results_have_numpys_dtypes_and_the_errors_of_its_stubs(found, tmp_path, record_cases):
    results = judgements(found, tmp_path, ini())
    wrong = [str(one) for one in results if one.verdict == "wrong"]
    record_cases(len(results), len(wrong))
    assert wrong == []
    exact, unknown = (sum(one.verdict == verdict for one in results) for verdict in ("exact", "unknown"))
    assert exact > 0.97 * (exact + unknown), table(results)
    alone = judgements(found, tmp_path, "[mypy]\n")
    errors = [{one.expression.text for one in each if one.verdict == "error"} for each in (results, alone)]
    assert errors[0] == errors[1]


@pytest.mark.parametrize("is_followed", [True, False], ids=["with JAX", "without JAX"])
def test_valid_code_has_no_errors(is_followed, tmp_path):
    text = ("import jax\n" if is_followed else "") + VALID.read_text()
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line for line in report.output.splitlines() if ": error:" in line] == []


DIRECT = """\
import jax
import numpy as np
import numpy.typing as npt

def f(a: npt.NDArray[np.float16], d: int, n: np.ndarray, mask: npt.NDArray[np.bool]) -> None:
    reveal_type(np.sin(a))
    reveal_type(np.sqrt(3))
    reveal_type(np.array([1.0, 2.0]))
    reveal_type(a ** (np.arange(d, dtype=np.float32) / d))
    reveal_type(np.where(mask, a, 0))
    reveal_type(np.concatenate([a, np.zeros(3, np.float32)]))
    reveal_type(np.sqrt(a.shape[-1]))
    theta = np.sqrt(a)
    reveal_type(theta)
    reveal_type(np.sin(n))
    reveal_type(n + a)
    reveal_type(np.where(mask, np.arange(3), 0))
"""
ARRAY = "numpy.ndarray[tuple[Any, ...], numpy.dtype[{}]]"
BITS = "numpy._typing._nbit_base._{}Bit"
HALF, SINGLE, DOUBLE = f"numpy.floating[{BITS.format(16)}]", f"numpy.floating[{BITS.format(32)}]", "numpy.float64"
EXPECTED = (
    ARRAY.format(HALF),
    DOUBLE,
    ARRAY.format(DOUBLE),
    ARRAY.format(SINGLE),
    ARRAY.format(HALF),
    ARRAY.format(SINGLE),
    DOUBLE,
    ARRAY.format(HALF),
    ARRAY.format("Any"),
    ARRAY.format("Any"),
    ARRAY.format(f"numpy.signedinteger[{BITS.format(32)} | {BITS.format(64)}]"),
)


def test_types_are_those_of_numpys_stubs(tmp_path):
    (tmp_path / "program.py").write_text(DIRECT)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    revealed = [message.text for message in Mypy().messages(report.output) if message.kind == "revealed"]
    assert revealed == [*EXPECTED]
