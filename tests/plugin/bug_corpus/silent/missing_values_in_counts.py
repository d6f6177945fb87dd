# Zeros in an integer array are marked by NaN, and become another integer.
# Source: https://github.com/jax-ml/jax/issues/6432
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, int32


def marked(counts: Array[int32]) -> jax.Array:
    return counts.at[0].set(jnp.nan)  # N: dtype-scatter


assert bool(jnp.isnan(marked(jnp.array([0, 47]))).any()) is False
