# The sign of an int32 is shifted into an unsigned word.
# Source: https://github.com/jax-ml/jax/issues/16748
import jax.numpy as jnp

from jaxtyping_promo import Array, int32, uint32


def halved(words: Array[uint32], count: Array[int32]) -> Array:
    return words >> count  # N: dtype-range


assert int(halved(jnp.array(0xFFFFFFFF, jnp.uint32), jnp.array(1, jnp.int32))) == -1
