# x64
# An unsigned hash is shifted by a signed array; both together are floats, which have no bits to shift.
# Source: https://github.com/jax-ml/jax/issues/16748
import jax.numpy as jnp

from jaxtyping_promo import Array, int64, uint64


def upper(word: Array[uint64], count: Array[int64]) -> Array:
    return word >> count  # E: dtype-promotion


upper(jnp.arange(5, dtype=jnp.uint64), jnp.array(1, jnp.int64))
