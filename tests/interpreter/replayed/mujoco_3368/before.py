"""google-deepmind/mujoco#3368: infinite distances become the largest float64 in a float32 array, which is infinite."""

import jax.numpy as jnp


def finite(distance):
    return jnp.where(jnp.isinf(distance), jnp.finfo(float).max, distance)  # told: dtype-truncation


finite(jnp.ones(4, jnp.float32))
