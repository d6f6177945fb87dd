"""pyright's codes for a wrong argument: an ignore comment for plain JAX's code covers the line, or not yet.

pyright reports a call of an overloaded function that matches no overload as `reportCallIssue`, beside the error for the
argument. A function with one signature has only the latter.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from checkers import Pyright
from plain_jax import python

HEAD = """\
import jax
import jax.numpy as jnp


class Table: ...


def main(x: jax.Array, wrong: Table) -> None:
"""
ONE_SIGNATURE = ("jnp.isnan(wrong)", "jnp.all(wrong)", "jnp.argmax(wrong)", "jnp.shape(wrong)", "jnp.ndim(wrong)")
"""Calls of functions that have one signature in the stubs, too."""
OVERLOADED = (
    "jnp.moveaxis(wrong, 0, 1)",
    "jnp.sin(wrong)",
    "jnp.sum(wrong)",
    "jnp.argwhere(wrong)",
    "jnp.concatenate([x, x], axis=wrong)",
    "jax.nn.relu(wrong)",
    "jax.random.normal(wrong)",
    "jax.scipy.special.gammaln(wrong)",
)
"""Calls of functions whose result depends on a dtype, which the stubs state by overloads."""
REASON = "one signature would state a wrong dtype for a union of arrays, so that the stubs have overloads"


@cache
def codes(executable: str | None) -> dict[str, list[str]]:
    """The codes that pyright reports for each call, with an ignore comment for plain JAX's code."""
    calls = (*ONE_SIGNATURE, *OVERLOADED)
    lines = "".join(f"    {call}  # pyright: ignore[reportArgumentType]\n" for call in calls)
    with TemporaryDirectory() as name:
        (Path(name) / "program.py").write_text(HEAD + lines)
        checker = Pyright() if executable is None else Pyright(python=executable)
        report = checker.check("program.py", folder=Path(name))
    first = HEAD.count("\n") + 1
    return {call: report.line("program.py", number).codes for number, call in enumerate(calls, first)}


def test_plain_jax_has_only_the_covered_code() -> None:
    assert {call: found for call, found in codes(python()).items() if found} == {}


@pytest.mark.parametrize("call", ONE_SIGNATURE)
def test_functions_with_one_signature(call: str) -> None:
    assert codes(None)[call] == []


@pytest.mark.xfail(strict=True, reason=REASON)
@pytest.mark.parametrize("call", OVERLOADED)
def test_functions_with_overloads(call: str) -> None:
    assert codes(None)[call] == []
