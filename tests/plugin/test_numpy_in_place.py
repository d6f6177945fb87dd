"""In-place operators with a NumPy array or scalar on the left: mypy infers the result of the running program."""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini
from oracles.functions import dtype_name
from suites import others_long

from jaxtyping_promo.operators import IN_PLACE

pytestmark = [pytest.mark.once, pytest.mark.slow]

LEFT = ("bool_", "int8", "uint32", "float16", "float32", "complex64")
RIGHT = ("bool_", "uint32", "bfloat16", "float32", "complex64")
STEP = 7
"""Without ``--exhaustive``, the test tries one in so many combinations of dtypes and operators."""
NO_METHOD = 'Invalid self argument "ndarray['
"""mypy's error if NumPy's stubs lack the operator for the array's dtype. mypy reports it before it calls the hook."""


def executed(kind: str, left: str, symbol: str, right: str) -> str | None:
    """The dtype of the JAX array in `a` after the operator. None for an error."""
    shape = (2, 2) if symbol == "@=" else 2
    scope: dict[str, Any] = {"a": np.ones(shape, left) if kind == "array" else getattr(np, left)(1)}
    scope["x"] = jnp.ones(shape, right)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(f"a {symbol} x", scope)
    except (TypeError, ValueError):
        return None
    assert isinstance(scope["a"], jax.Array)
    return f"Array[{dtype_name(scope['a'])}]"


@pytest.mark.parametrize("kind", others_long(["array", "scalar"], ["array"]))
def test_the_variable_has_the_dtype_that_jax_computes(kind, tmp_path, record_cases, request):
    lines = ["import numpy as np", "import jaxtyping_promo as jp", "from jaxtyping_promo import Array"]
    truth: dict[int, str] = {}
    step = 1 if request.config.getoption("exhaustive") else STEP
    for left, right, (op, symbol) in [*itertools.product(LEFT, RIGHT, IN_PLACE.items())][::step]:
        result = executed(kind, left, symbol, right)
        if result is None:
            continue
        first = f"np.ones((2, 2), np.{left})" if kind == "array" else f"np.{left}(1)"
        lines.append(f"def {op}_{left}_{right}(x: Array[jp.{right}]) -> None:")
        lines += [f"    a = {first}", f"    a {symbol} x", "    reveal_type(a)"]
        truth[len(lines)] = result
    (tmp_path / "program.py").write_text("\n".join(lines) + "\n")
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    errors = [line for line in report.output.splitlines() if ": error:" in line]
    assert [line for line in errors if NO_METHOD not in line] == []
    revealed = {number: (report.line("program.py", number).revealed or [""])[0] for number in truth}
    refused = {number for number in truth if report.line("program.py", number - 1).errors}
    wrong = [
        (lines[n - 4 : n], revealed[n], result)
        for n, result in truth.items()
        if n not in refused and revealed[n] not in ("Any", result)
    ]
    record_cases(len(truth), len(wrong))
    assert wrong == []
    assert len(truth) > 200 / step
    if kind == "array":
        assert "Any" not in {revealed[number] for number in truth.keys() - refused}


PROGRAM = """\
import jax
import numpy as np
from jaxtyping_promo import Array, bfloat16, float16

class Held:
    def __init__(self) -> None:
        self.a = np.zeros(3, np.float16)

    def add(self, x: Array[bfloat16]) -> None:
        self.a += x
        reveal_type(self.a)

def loop(h: Array[float16], u: jax.Array, m: np.ndarray) -> None:
    e = np.zeros(3, np.int8)
    for _ in range(3):
        e += h
    reveal_type(e * h)
    n = np.zeros(3, np.float32)
    n[0] += h[0]
    n += np.ones(3)
    n += 1
    reveal_type(n)
    n += u
    reveal_type(n)
    m -= h
    reveal_type(m)
"""


def test_other_in_place_additions(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line for line in report.output.splitlines() if ": error:" in line] == []
    revealed = [text for (_, _), line in sorted(report.lines.items()) for text in line.revealed]
    assert revealed[:2] == ["Array[float32]", "Any"]
    assert "floating" in revealed[2] or "float32" in revealed[2]
    assert revealed[3:] == ["Array[Any]", "Any"]
