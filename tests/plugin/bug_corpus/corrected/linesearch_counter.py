# x64
# A counter is int64 before the loop and int32 after each step, with x64.
# Source: https://github.com/google-deepmind/optax/issues/1210
import jax.numpy as jnp
from jax import lax

lax.scan(
    lambda info, x: (
        {
            "loss": info["loss"] + x,
            "steps": info["steps"] + 1,
        },
        None,
    ),
    {"loss": jnp.zeros(()), "steps": jnp.asarray(0, jnp.int64)},
    jnp.ones(4),
)
