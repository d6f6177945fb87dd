# [tool.jaxtyping-promo]
# x64 = true
"""Weak arrays joined with others: with x64 on, a weak float is a float64."""

import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float32, int32

F = Array[float32]
I = Array[int32]


def f(x: F, i: I, c: bool) -> None:
    y = x * 1
    if c:
        y = i * 0.5
    reveal_type(y)
    reveal_type(x if not c else i * 0.5)
    reveal_type([x, i * 0.5][1])
    reveal_type(lax.associative_scan(lambda p, q: p + q, i * 0.5))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    i = jnp.arange(3, dtype=jnp.int32)
    f(x, i, True)
