# The parameters have one dtype in the branch that updates them, and another dtype in the other branch.
# Source: https://github.com/google-deepmind/optax/issues/1038
import jax.numpy as jnp
from jax import lax

params = {"bias": jnp.zeros(3, jnp.bfloat16), "scale": jnp.ones(3, jnp.bfloat16)}
average = jnp.ones(3, jnp.float32)
lax.cond(
    jnp.bool_(True),
    lambda p: {"bias": p["bias"] + average, "scale": p["scale"]},
    lambda p: {"bias": p["bias"], "scale": p["scale"]},  # E: dtype-branches
    params,
)
