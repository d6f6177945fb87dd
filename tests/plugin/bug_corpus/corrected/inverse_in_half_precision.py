# A preconditioner in float16 is inverted.
# Source: https://github.com/jax-ml/jax/issues/38825
import jax
import jax.numpy as jnp
import jax.scipy.linalg

from jaxtyping_promo import Array, float16


def inverse(preconditioner: Array[float16]) -> jax.Array:
    return jax.scipy.linalg.inv(preconditioner.astype(jnp.float32))


inverse(jnp.eye(4, dtype=jnp.float16))
