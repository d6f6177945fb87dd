# The state after a reset has a float where the state after a step has an integer.
# Source: https://github.com/RobertTLange/gymnax/issues/52
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, bool_, float32, int32


def restarted(done: Array[bool_], reset: Array[float32], stepped: Array[int32]) -> Array:
    return lax.select(done, reset, stepped)  # E: dtype-promotion


restarted(jnp.array(True), jnp.array(0.0, jnp.float32), jnp.array(5, jnp.int32))
