"""google-deepmind/optax#1405: a learning rate that is a NumPy array widens the updates."""

import jax
import jax.numpy as jnp
import numpy as np


def step(params, gradients, rate):
    return jax.tree.map(lambda p, g: p - rate * g, params, gradients)


params = {"w": jnp.ones(8, jnp.bfloat16)}
rate = jnp.asarray(np.array(1e-3, jnp.bfloat16)) ** 0.5
step(params, params, rate)
