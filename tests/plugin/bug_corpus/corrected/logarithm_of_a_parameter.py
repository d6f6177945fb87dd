# A density gets its logarithm from lax, and then rejects a parameter that is an integer.
# Source: https://github.com/Qazalbash/jaxampler/issues/6
import jax.numpy as jnp

from jaxtyping_promo import Array, int32


def log_rate(rate: Array[int32]) -> Array:
    return -jnp.log(rate)


log_rate(jnp.array([1, 2]))
