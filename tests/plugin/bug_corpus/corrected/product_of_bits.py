# x64
# Bits of a word are selected by a signed mask; the two promote to floats.
# Source: https://github.com/jax-ml/jax/pull/9396
import jax.numpy as jnp

from jaxtyping_promo import Array, int64, uint64


def selected(word: Array[uint64], mask: Array[int64]) -> Array:
    return jnp.bitwise_and(word, mask.astype(jnp.uint64))


selected(jnp.arange(5, dtype=jnp.uint64), jnp.array(1, jnp.int64))
