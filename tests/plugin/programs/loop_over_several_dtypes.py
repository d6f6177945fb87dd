"""A loop over arrays of several dtypes, whose variable is assigned in the body."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H) -> None:
    for q in (x, h):
        q = q > 0
        reveal_type(q)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h)
