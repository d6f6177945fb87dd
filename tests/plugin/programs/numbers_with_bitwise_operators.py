"""A `float` parameter with an int as default: an operand of operators that reject floats, and a loop carry."""

import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, int32

I = Array[int32]


def f(i: I, k: float = 1) -> None:
    reveal_type(i | k)
    reveal_type(lax.fori_loop(0, 2, lambda n, c: (c[0] + 1, c[1] * 2), (k, i))[0] | 1)
    m: float = 2
    reveal_type(i ^ m)


def main() -> None:
    f(jnp.arange(3))
