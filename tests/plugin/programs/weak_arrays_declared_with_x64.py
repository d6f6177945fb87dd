# [tool.jaxtyping-promo]
# x64 = true
"""With x64, a weak float is accepted wherever a float64 is declared."""

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, float64, int32

jax.config.update("jax_enable_x64", True)


def halved(i: Array[int32]) -> Array[float64]:
    return i * 0.5


def both(x: Array[float64], i: Array[int32], one: Array[float32]) -> None:
    several = [x, i * 0.5]
    reveal_type(several[1])
    reveal_type(several[1] * one)
    chosen = x if one.ndim else i * 0.5
    reveal_type(chosen * one)


def main() -> None:
    i = jnp.arange(3, dtype=jnp.int32)
    halved(i)
    both(jnp.ones(3), i, jnp.ones(3, jnp.float32))
