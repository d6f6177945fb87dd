"""google-deepmind/optax#1754: the epsilon of Adam is 0 in float16, so that a gradient of 0 gives NaN."""

import jax.numpy as jnp


def scaled(mean, variance, epsilon=1e-8):
    return mean / (jnp.sqrt(variance) + epsilon)  # told: dtype-range


scaled(jnp.zeros(3, jnp.float16), jnp.zeros(3, jnp.float16))
