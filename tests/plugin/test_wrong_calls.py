"""Wrong calls of JAX's transformations are one error, with the code that mypy has for JAX's own annotations.

So a comment ``# type: ignore[arg-type]`` covers the error with and without this package. No message names a class or
variable of the stubs.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

HEAD = """\
import jax
import jax.numpy as jnp

class Thing: ...

x = jnp.ones(3)
def one(x: jax.Array) -> jax.Array:
    return x
def two(x: jax.Array, y: jax.Array) -> jax.Array:
    return x

"""
CALLS = {
    "call-arg": """\
        jax.grad(one, nonsense=1)
        jax.grad()
        jax.value_and_grad(fun=one, argnum=0)
        jax.jacfwd(one, 0, False, False, 3)
        jax.lax.scan()
        jax.lax.scan(lambda c, x: (c, x), x, x, nonsense=1)
        jax.lax.cond(True, one)
        jax.lax.cond(True)
        jax.lax.cond()
        jax.lax.cond(True, one, one, x, nonsense=1)
        jax.lax.while_loop(one, one)
        jax.lax.fori_loop(0, 3, one)
        jax.lax.map(one)
        jax.pmap(one, nonsense=1)
        jax.device_put()
        jax.eval_shape()
    """,
    "arg-type": """\
        jax.grad(Thing())
        jax.hessian("a")
        jax.lax.scan(two, x)
        jax.lax.scan(one, x, x)
        jax.lax.scan(Thing(), x, x)
        jax.lax.scan(lambda c, x: (c, x), x, x, length="a")
        jax.lax.cond(True, one, Thing(), x)
        jax.lax.while_loop(Thing(), one, x)
        jax.lax.while_loop(lambda v: True, two, x)
        jax.lax.fori_loop(0, 3, Thing(), x)
        jax.lax.switch(0, one, x)
        jax.eval_shape(Thing(), x)
        jax.jvp(one, x, x, 3)
    """,
}
"""Wrong calls, by the code of mypy's error with JAX alone."""
MACHINERY = re.compile(r'(?<![\w.`"])_[A-Za-z]\w*')


def test_one_error_under_the_code_of_jax_alone(tmp_path: Path) -> None:
    expected = [(call.strip(), code) for code, calls in CALLS.items() for call in calls.strip().splitlines()]
    (tmp_path / "program.py").write_text(HEAD + "".join(f"{call}\n" for call, _ in expected))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEAD.count("\n") + 1
    codes = [(call, {*report.line("program.py", n).codes}) for n, (call, _) in enumerate(expected, start=first)]
    assert codes == [(call, {code}) for call, code in expected], report.output
    assert [line for line in report.output.splitlines() if MACHINERY.search(line)] == []


@pytest.mark.slow
def test_a_comment_covers_the_error(tmp_path: Path) -> None:
    lines = [
        f"{call.strip()}  # type: ignore[{code}]"
        for code, calls in CALLS.items()
        for call in calls.strip().splitlines()
    ]
    (tmp_path / "program.py").write_text(HEAD + "".join(f"{line}\n" for line in lines))
    (tmp_path / "mypy.ini").write_text(ini(mypy="warn_unused_ignores = True"))
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == [], report.output
