"""Valid code in which the plugin has no error: operators on what may be any operand at all."""

import jax
import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxtyping_promo import Array, bool_, float32, int32


def program(m: ArrayLike, b: Array[bool_], i: Array[int32], x: Array[float32]) -> None:
    print(m & b, b & m, m | b, m << i, i << m, m % x, x % m, m // x, x // m)
    mask = m
    mask |= b
    print(mask)


program(jnp.ones(3, bool), jnp.ones(3, bool), jnp.ones(3, jnp.int32), jax.numpy.ones(3))
