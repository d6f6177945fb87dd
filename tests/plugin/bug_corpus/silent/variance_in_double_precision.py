# x64
# A width that NumPy computes is a float64, and a density in float32 becomes float64.
# Source: https://github.com/jax-ml/jax/issues/1830
import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, float32

WIDTH = np.float64(2)


def density(x: Array[float32]) -> jax.Array:
    return jnp.exp(x / WIDTH)  # N: dtype-upcast


assert density(jnp.ones(2, jnp.float32)).dtype == jnp.float64
