# x64
# An argmax is int64 under x64, and is stored among actions in int32.
# Source: https://github.com/google-deepmind/mctx/issues/69
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, int32


def chosen(actions: Array[int32], scores: Array[float32]) -> jax.Array:
    return actions.at[0].set(jnp.argmax(scores))  # N: dtype-scatter


assert jnp.argmax(jnp.ones(3, jnp.float32)).dtype != chosen(jnp.zeros(3, jnp.int32), jnp.ones(3, jnp.float32)).dtype
