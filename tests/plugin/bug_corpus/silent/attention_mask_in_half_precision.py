# The number that masks attention is infinite in float16, and a row that is masked throughout is NaN.
# Source: https://github.com/google/flax/issues/982
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bool_, float16


def attention(scores: Array[float16], mask: Array[bool_]) -> jax.Array:
    return jax.nn.softmax(jnp.where(mask, scores, -1e10))  # N: dtype-overflow


assert bool(jnp.isnan(attention(jnp.ones(3, jnp.float16), jnp.zeros(3, bool))).any()) is True
