# x64
# NumPy's square root of a count is a float64 that makes a network in float32 wider.
# Source: https://github.com/netket/netket/pull/1218
import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, float32


def centred(gradients: Array[float32], samples: np.int64) -> jax.Array:
    return gradients / np.sqrt(samples)  # N: dtype-upcast


assert centred(jnp.ones(3, jnp.float32), np.int64(16)).dtype == jnp.float64
