"""`functools.reduce` with functions of `jax.numpy` that return another dtype."""

import functools

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, int32

H = Array[float16]
I = Array[int32]


def f(h: H, i: I) -> None:
    reveal_type(functools.reduce(jnp.logical_and, [h, h]))
    reveal_type(functools.reduce(jnp.multiply, [i, i], 2.5))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    i = jnp.arange(3, dtype=jnp.int32)
    f(h, i)
