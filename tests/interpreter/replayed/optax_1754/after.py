"""google-deepmind/optax#1754: the epsilon of Adam is 0 in float16, so that a gradient of 0 gives NaN."""

import jax.numpy as jnp


def scaled(mean, variance, epsilon=1e-8):
    wide = jnp.promote_types(variance.dtype, jnp.float32)
    return (mean / (jnp.sqrt(variance.astype(wide)) + epsilon)).astype(mean.dtype)


scaled(jnp.zeros(3, jnp.float16), jnp.zeros(3, jnp.float16))
