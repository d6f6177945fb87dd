# x64
# Neighbours are numbered in int64 and stored in int32.
# Source: https://github.com/apax-hub/apax/issues/66
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, int32, int64


def stored(neighbours: Array[int32], found: Array[int64]) -> jax.Array:
    return neighbours.at[:].set(found)  # N: dtype-scatter


assert int(stored(jnp.zeros(2, jnp.int32), jnp.array([2**32 + 1, 0]))[0]) == 1
