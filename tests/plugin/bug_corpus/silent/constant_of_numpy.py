# A constant of NumPy makes a layer in bfloat16 return float32.
# Source: https://github.com/google/torchax/issues/31
import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, bfloat16


def shifted(x: Array[bfloat16]) -> jax.Array:
    return x + np.float32(1)  # N: dtype-upcast


assert shifted(jnp.ones((1, 32), jnp.bfloat16)).dtype == jnp.float32
