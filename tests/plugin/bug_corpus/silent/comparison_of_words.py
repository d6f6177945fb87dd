# An unsigned word is compared with a signed zero, and large words are less than zero.
# Source: https://github.com/jax-ml/jax/issues/27021
import jax.numpy as jnp

from jaxtyping_promo import Array, bool_, int32, uint32


def is_below(words: Array[uint32], limit: Array[int32]) -> Array[bool_]:
    return words < limit  # N: dtype-range


assert bool(is_below(jnp.array(2**31, jnp.uint32), jnp.array(0, jnp.int32))) is True
