"""Loop carries that begin as Python integers and become floats."""

import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float16

H = Array[float16]


def f(h: H) -> None:
    reveal_type(lax.fori_loop(0, 3, lambda k, s: s * 0.5, 1))
    reveal_type(lax.while_loop(lambda s: s > 0.3, lambda s: s * 0.5, 1) * h)
    reveal_type(lax.scan(lambda s, v: (s / 2, s), 1, h)[0] * h)
    reveal_type(lax.fori_loop(0, 3, lambda k, s: s * 1j, 1.0))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(h)
