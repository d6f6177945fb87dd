"""An error inside an argument of a JAX function is one error: mypy does not report the call as well."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

HEAD = """\
import functools
from typing import Any, NamedTuple
import jax
import jax.numpy as jnp
from jax import lax

class P(NamedTuple):
    a: jax.Array | None = None

def body(c: Any, x: Any) -> Any:
    return c, x

def one(c: Any) -> Any:
    return c

def main(p: P, n: int, x: jax.Array, u: float | None, s: str, i: dict[str, int]) -> None:
"""
CALLS = {
    "index": """\
        lax.scan(body, p.a[0], x)
        lax.scan(body, [p.a[0]], x)
        lax.scan(body, x, p.a[0])
        lax.scan(body, {"a": p.a[0]}, x)
        lax.scan(body, (x, p.a[0]))
        lax.fori_loop(0, 3, body, p.a[0])
        lax.fori_loop(0, 3, body, (x, p.a[0]))
        lax.while_loop(one, one, p.a[0])
        lax.while_loop(one, one, (x, p.a[0]))
        lax.cond(True, one, one, p.a[0])
        lax.switch(0, [one, one], p.a[0])
        lax.associative_scan(body, (x, p.a[0]))
        jax.tree.map(one, p.a[0])
        jax.vmap(one)(p.a[0])
        jax.value_and_grad(one)(p.a[0])
        jax.jvp(one, (p.a[0],), (x,))
        jax.vjp(one, p.a[0])
        jnp.where(p.a[0], x, x)
        jnp.where(p.a[0])
        jnp.concatenate([x, p.a[0]])
        jnp.unique(p.a[0], return_counts=True)
        jnp.array(p.a[0])
    """,
    "operator": """\
        lax.scan(body, (x, s + 1), x)
        lax.fori_loop(0, u + 1, body, x)
        lax.cond(p.a > 0, one, one, x)
    """,
    "union-attr": """\
        lax.scan(body, init=(x, p.a.T), xs=x)
        lax.cond(u.real, one, one, p)
        lax.scan(lambda c, x: (c, x), (x, p.a.T), x)
    """,
    "attr-defined": """\
        lax.scan(p.nobody, x, x)
        lax.scan(functools.partial(p.nobody, 1), x, x)
        lax.cond(True, one, p.nobody, x)
        lax.cond(p.flag, one, one, x)
        lax.cond(p.flag, lambda c: c, lambda c: c, x)
        lax.switch(p.n, [one, one], x)
        lax.switch(0, [one, p.nobody], x)
        jax.jit(p.nobody)(x)
        jax.grad(p.nobody)(x)
        jax.checkpoint(p.nobody)(x)
        jnp.arange(p.n)
        jnp.full(3, p.n)
        jax.random.normal(p.key)
        jax.tree.reduce(body, p.n)
    """,
}
"""Calls with one error, by the code of the error with JAX alone."""


@pytest.mark.slow
def test_one_error(tmp_path: Path) -> None:
    expected = [(call.strip(), code) for code, calls in CALLS.items() for call in calls.strip().splitlines()]
    (tmp_path / "program.py").write_text(HEAD + "".join(f"    {call}\n" for call, _ in expected))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEAD.count("\n") + 1
    found = [(call, report.line("program.py", n).codes) for n, (call, _) in enumerate(expected, start=first)]
    assert [(call, list(codes)) for call, codes in found] == [(call, [code]) for call, code in expected], report.output


OPTIONAL = """\
from typing import NamedTuple
import jax
from jax import lax

class Moments(NamedTuple):
    n: jax.Array

def main(moments: Moments | None, xs: jax.Array) -> None:
    one, _ = lax.scan(lambda c, x: (c, x), moments, xs)
    one.n
    (_, two), _ = lax.scan(lambda c, x: (c, x), (xs, moments), xs)
    two.n
    three = lax.while_loop(lambda c: True, lambda c: c, moments)
    three.n
    four = lax.fori_loop(0, 3, lambda i, c: c, (xs, moments))
    four[1].n
"""


@pytest.mark.slow
def test_a_carry_that_may_be_none(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(OPTIONAL)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    errors = [report.line("program.py", n).codes for n in range(10, 17, 2)]
    assert errors == [[], *[["union-attr"]] * 3], report.output  # mypy takes the first result for anything
