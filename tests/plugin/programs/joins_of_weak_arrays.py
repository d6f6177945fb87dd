"""Weak arrays joined with other arrays: branches, items, loop variables. Declared parameters keep their type."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32, int32

F = Array[float32]
H = Array[float16]
I = Array[int32]


def f(x: F, h: H, i: I, c: bool) -> None:
    y = x * 1
    if c:
        y = i * 0.5
    reveal_type(y * h)
    z = [x, i * 0.5]
    reveal_type(z[1] * h)
    for v in (x, i * 0.5):
        reveal_type(v * h)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    i = jnp.arange(3, dtype=jnp.int32)
    f(x, h, i, True)
