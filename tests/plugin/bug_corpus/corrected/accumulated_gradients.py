# One branch returns new updates in float32, and the other one zeros in bfloat16.
# Source: https://github.com/google-deepmind/optax/issues/377
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, bfloat16, bool_, float32


def updates(is_last: Array[bool_], grads: Array[bfloat16], rate: Array[float32]) -> object:
    return lax.cond(is_last, lambda g: (g * rate).astype(jnp.bfloat16), lambda g: jnp.zeros_like(g), grads)


updates(jnp.bool_(True), jnp.ones(3, jnp.bfloat16), jnp.float32(0.1))
