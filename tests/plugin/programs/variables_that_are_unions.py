"""Variables whose first value is None, or a union of arrays."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H, c: bool) -> None:
    w = None
    w = x * 1
    w = w.astype(jnp.float16)
    reveal_type(w)
    y = x if c else h
    y = y.astype(jnp.int8)
    reveal_type(y)
    z = x if c else None
    z = h * 1
    reveal_type(z)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h, True)
