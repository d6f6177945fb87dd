"""Weak arrays whose results are weak or strong by their length, compared with JAX for the lengths 0, 1 and 3."""

from __future__ import annotations

from typing import Any

import pytest
from abstract import _admits, concrete_text, interpreted, reveals

HEAD = "import jax\nimport jax.numpy as jnp\nfrom jax import lax\n\n"
NUMBERS = {"float": "0.5", "int": "2", "complex": "0.5j"}
LENGTHS = (0, 1, 3)
EXPRESSIONS = """
lax.associative_scan(jnp.add, x)
lax.associative_scan(jnp.add, x, reverse=True)
lax.associative_scan(jnp.add, x[None], axis=1)
lax.associative_scan(jnp.add, x[None])
lax.associative_scan(lambda p, q: (p[0] + q[0], p[1]), (x, x))[1]
lax.scan(lambda c, v: (c + v, v), x.sum(), x)[0]
lax.scan(lambda c, v: (c, v), 0.0, x)[1]
lax.scan(lambda c, v: (c, c), x, None, length=0)[1]
lax.map(lambda v: v * 2, x)
lax.fori_loop(0, 0, lambda i, c: c, x)
lax.reduce(x, x.dtype.type(0), jnp.add, (0,))
lax.cumsum(x)
lax.cumprod(x)
lax.cummax(x)
lax.sort(x)
lax.rev(x, (0,))
lax.concatenate([x], 0)
lax.concatenate([x, x], 0)
jnp.cumsum(x)
jnp.cumprod(x)
jnp.cumulative_sum(x, include_initial=True)
jnp.sum(x)
jnp.prod(x)
jnp.mean(x)
jnp.max(x, initial=0)
jnp.sort(x)
jnp.concatenate([x])
jnp.concatenate([x, x])
jnp.stack([x])
jnp.hstack([x])
jnp.block([x])
jnp.append(x, x)
jnp.where(x == 0, x, x)
jnp.where(x == 0, x, 0)
jnp.select([x == 0], [x])
jnp.diff(x, n=0)
jnp.diff(x)
jnp.pad(x, 0)
jnp.pad(x, 1)
jnp.roll(x, 0)
jnp.tile(x, 1)
jnp.repeat(x, 1)
jnp.take(x, jnp.zeros(0, int))
jnp.take_along_axis(x, jnp.zeros(1, int), 0)
jnp.take_along_axis(x, jnp.zeros(0, int), 0)
jnp.split(x, 1)[0]
jnp.gradient(x)
jnp.polymul(x, x)
jnp.polyadd(x, x)
jnp.polyval(x, x)
jnp.convolve(x, x)
jnp.compress(x == 0.5, x)
jnp.compress(x == 0.5, x, size=0)
jnp.extract(x == 0.5, x)
x.compress(x == 0.5)
jnp.angle(x)
jnp.angle(x, True)
jnp.unique(x)
jnp.einsum("i->", x)
jnp.linalg.norm(x)
jnp.maximum.reduce(x)
jnp.add.reduce(x)
jnp.logaddexp.reduce(x)
jnp.minimum.accumulate(x)
jnp.multiply.accumulate(x)
jnp.atleast_1d(x, 1)
jnp.atleast_2d(x, x == 0, x)
jax.nn.softmax(x)
jax.nn.logsumexp(x)
x[:1]
x[x == 0.5]
x.at[:0].set(1)
""".strip().splitlines()


def made(kind: str, length: str) -> str:
    """A weak array."""
    return f"jnp.broadcast_to(jnp.asarray({NUMBERS[kind]}), ({length},))"


def results_of_jax(kind: str, length: int) -> dict[str, str]:
    """The text of each result that JAX computes; without the expressions that it rejects."""
    names: dict[str, Any] = {}
    exec(f"{HEAD}x = {made(kind, str(length))}", names)
    found = {}
    for expression in EXPRESSIONS:
        try:
            found[expression] = concrete_text(eval(expression, names))
        except (TypeError, ValueError, IndexError, NotImplementedError, ZeroDivisionError):
            continue
    return found


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_known_length(kind: str, length: int) -> None:
    assert not _contradictions(f"x = {made(kind, str(length))}", results_of_jax(kind, length))


@pytest.mark.parametrize("kind", NUMBERS)
@pytest.mark.parametrize("length", [1, 3])
def test_an_unknown_length(kind: str, length: int) -> None:
    setup = f"def length():\n    return globals()['n']\n\nx = {made(kind, 'length()')}"
    assert not _contradictions(setup, results_of_jax(kind, length))


def _contradictions(setup: str, results: dict[str, str]) -> list[str]:
    lines = [*HEAD.splitlines(), *setup.splitlines()]
    first = len(lines) + 1
    found = interpreted("\n".join([*lines, *(f"reveal_type({each})" for each in results), ""]))
    assert len(found) == len(results)
    return [
        f"{expression}: the interpreter says {texts}, JAX {result}"
        for number, (expression, result) in enumerate(results.items(), first)
        for texts in [found[number]]
        if not any(_admits(text.translate(TUPLES), result.translate(TUPLES)) for text in texts)
    ]


TUPLES = str.maketrans("[]", "()")
"""What makes a list a tuple in a text: JAX 0.10 returns lists for several arrays where JAX 0.12 returns tuples."""


def test_scans_of_known_lengths_are_exact() -> None:
    program = """
    import jax.numpy as jnp
    from jax import lax
    from jaxtyping_promo import Array, int32

    def check(i: Array[int32], n):
        reveal_type(lax.associative_scan(jnp.add, (jnp.asarray(2) * 0.5)[None]))
        reveal_type(lax.associative_scan(jnp.add, jnp.arange(3) * 0.5))
        reveal_type(lax.associative_scan(lambda p, q: p + q, (i * 0.5)[None]))
        reveal_type(lax.associative_scan(lambda p, q: p + q, i))
    """
    assert reveals(program) == ["weak_float", "float32", "array", "int32"]
