# A learning rate that is an array of NumPy makes updates in bfloat16 float32.
# Source: https://github.com/google-deepmind/optax/issues/1405
import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, bfloat16


def update(gradients: Array[bfloat16]) -> jax.Array:
    rate = np.float32(1e-3)
    return gradients * rate  # N: dtype-upcast


assert update(jnp.ones(8, jnp.bfloat16)).dtype == jnp.float32
