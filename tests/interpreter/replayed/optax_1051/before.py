"""google-deepmind/optax#1051: with x64, the bias correction of an int32 step count is float64, and so are the updates."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


@jax.jit
def update(params, gradients, mean, count):
    mean = 0.9 * mean + 0.1 * gradients
    correction = 1 - 0.9 ** (count + 1)
    return params - 1e-3 * mean / correction  # told: dtype-upcast


params = jnp.ones(3, jnp.float32)
update(params, params, jnp.zeros_like(params), jnp.zeros((), jnp.int32))
