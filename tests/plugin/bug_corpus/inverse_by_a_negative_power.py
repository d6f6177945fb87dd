# Counts are inverted by a negative power.
# Source: https://github.com/jax-ml/jax/pull/5419
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, int32


def inverses(counts: Array[int32]) -> jax.Array:
    return jnp.power(counts, -1)  # E: dtype-promotion


inverses(jnp.arange(1, 4))
