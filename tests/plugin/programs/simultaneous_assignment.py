"""All values of `a, b = b, a` are computed before a target is assigned."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H, n: int) -> None:
    a, b = x * 1, h * 1
    a, b = b, a
    reveal_type(b)
    m, p = h * 0, h * 1
    m, p = m * x, p - m
    reveal_type(p)
    c, d = x * 1, h * 1
    for _ in range(3):
        c, d = d * 1, c * 1
        reveal_type(c)
        reveal_type(d)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h, 2)
