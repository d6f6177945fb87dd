"""Calls that JAX rejects for a dtype have the type ``Array[Never]`` in the stubs, and calls that it accepts do not.

JAX answers each call; an argument of which less is known is no error in any checker.
"""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
import pytest
from checkers import CHECKERS, FORKS
from suites import sampled

pytestmark = pytest.mark.once

FUNCTIONS = (
    *("jax.lax.exp", "jax.lax.floor", "jax.lax.neg", "jax.lax.population_count", "jax.lax.bessel_i0e", "jax.lax.conj"),
    *("jax.lax.cumsum", "jax.lax.real", "jax.nn.sigmoid", "jax.nn.log_sigmoid", "jax.nn.silu", "jnp.round", "jnp.ceil"),
    *("jnp.invert", "jnp.negative", "jnp.cbrt", "jnp.median", "jnp.fft.rfft", "jax.scipy.special.erf"),
    *("jnp.exp", "jnp.sum", "jnp.abs", "jax.lax.abs"),
)
DTYPES = ("bool_", "uint8", "int8", "int32", "bfloat16", "float16", "float32", "complex64")
SCALARS = {"True": "bool", "2": "int", "1.5": "float", "1j": "complex"}
FLOATS = ("x_bfloat16", "x_float16", "x_float32", "w_float")
UNKNOWN: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("array", "anything", "numpy_array"), tuple(f"x_{dtype}" for dtype in DTYPES)),
    "one_of_two": ("x_int8", "x_float32"),
    "either": ("x_int32", "x_float32"),
    "generic": ("x_uint8", "x_int8", "x_int32", *FLOATS, "x_complex64"),
    "floats": FLOATS,
    **dict.fromkeys(("integer_or_float", "declared_float"), ("True", "2", "1.5")),
    "declared_complex": tuple(SCALARS),
}
"""Arguments of which less is known, and the arguments that each may be."""
PROGRAM = """\
from typing import Any, TypeVar
import jax
import jax.numpy as jnp
import jax.scipy.special
import numpy as np
from jaxtyping_promo import *

D = TypeVar("D", bound=number)

def program(
    array: jax.Array, anything: Any, numpy_array: np.ndarray, one_of_two: Array[int8 | float32],
    either: Array[int32] | Array[float32], generic: Array[D], floats: Array[floating], integer_or_float: int | float,
    declared_float: float, declared_complex: complex, {parameters}
):
{body}
"""


def answers() -> dict[str, bool]:
    """Whether JAX accepts each call, by its text in the program."""
    accepted: dict[str, bool] = {}
    values = {f"x_{dtype}": jnp.ones((2, 2), dtype.rstrip("_")) for dtype in DTYPES}
    values |= {"w_int": jnp.asarray(1), "w_float": jnp.asarray(1.0), "w_complex": jnp.asarray(1j)}
    with jax.enable_x64(False):
        for function in FUNCTIONS:
            for argument in (*values, *SCALARS):
                call = f"{function}({argument})"
                try:
                    eval(call, {"jax": jax, "jnp": jnp, **values})
                except (TypeError, ValueError) as error:
                    is_of_dtype = isinstance(error, TypeError) or "dtype" in str(error)
                    if is_of_dtype and (argument in values or is_rejected_as_array(function, argument)):
                        accepted[call] = False
                else:
                    accepted[call] = True
    return accepted


def is_rejected_as_array(function: str, argument: str) -> bool:
    """Whether JAX rejects an array of a Python number, so that it is the dtype that JAX rejects."""
    try:
        eval(f"{function}(jnp.full((2, 2), {argument}))", {"jax": jax, "jnp": jnp})
    except (TypeError, ValueError):
        return True
    return False


@pytest.mark.parametrize(
    "name",
    sampled(
        (pytest.param(n, marks=[pytest.mark.exhaustive] * (n in FORKS or n == "mypy")) for n in CHECKERS),
        2,
        ["pyright"],
    ),
)
def test_a_checker_reports_the_calls_that_jax_rejects(name: str, tmp_path: Path, record_cases) -> None:
    checker = CHECKERS[name]
    if not checker.executable():
        pytest.skip(f"{name} is not installed")
    accepted = answers()
    for function in FUNCTIONS:
        for argument, others in UNKNOWN.items():
            possible = [accepted.get(f"{function}({other})", True) for other in others]
            accepted[f"{function}({argument})"] = any(possible)
    calls = [*accepted]
    parameters = [f"x_{dtype}: Array[{dtype}]" for dtype in DTYPES]
    parameters += [f"w_{kind}: Array[weak_{kind}]" for kind in ("int", "float", "complex")]
    text = PROGRAM.format(
        parameters=", ".join(parameters), body="\n".join(f"    reveal_type({call})" for call in calls)
    )
    (tmp_path / "program.py").write_text(text)
    report = checker().check("program.py", folder=tmp_path)
    first = text.splitlines().index(f"    reveal_type({calls[0]})") + 1
    lines = {call: report.line("program.py", first + index) for index, call in enumerate(calls)}
    is_rejected = {call: line.revealed == ["Never"] or bool(line.errors) for call, line in lines.items()}
    wrong = [call for call in calls if is_rejected[call] and accepted[call]]
    missed = [call for call in calls if not accepted[call] and not is_rejected[call]]
    record_cases(len(calls), len(wrong))
    assert wrong == [], report.output
    # A declared `complex` may hold a float, so no overload for Python numbers can say what JAX does with 1j.
    assert [call for call in missed if "(x_" in call or "(w_" in call] == []
