"""google-deepmind/optax#377: the accumulated gradients are float32, the gradients bfloat16, and lax.cond rejects the step."""

import jax
import jax.numpy as jnp


def step(gradients, state, rate):
    mean = jax.tree.map(lambda a, g: a + g / 2, state["sum"], gradients)  # told: dtype-upcast
    return jax.lax.cond(  # told: dtype-branches
        state["count"] == 1,
        lambda: jax.tree.map(lambda m: rate * m, mean),
        lambda: jax.tree.map(jnp.zeros_like, gradients),
    )


gradients = {"w": jnp.ones(4, jnp.bfloat16)}
state = {"count": jnp.zeros((), jnp.int32), "sum": {"w": jnp.zeros(4)}}
step(gradients, state, -1e-3)
