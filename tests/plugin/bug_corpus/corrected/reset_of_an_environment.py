# The state after a reset has a float where the state after a step has an integer.
# Source: https://github.com/RobertTLange/gymnax/issues/52
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, bool_, int32


def restarted(done: Array[bool_], reset: Array[int32], stepped: Array[int32]) -> Array:
    return lax.select(done, reset, stepped)


restarted(jnp.array(True), jnp.array(0, jnp.int32), jnp.array(5, jnp.int32))
