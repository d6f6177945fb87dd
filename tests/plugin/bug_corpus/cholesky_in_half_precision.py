# The factor of a covariance in bfloat16 fails deep inside of LAPACK's table of dtypes.
# Source: https://github.com/jax-ml/jax/issues/38825
import jax
import jax.numpy as jnp
import jax.scipy.linalg

from jaxtyping_promo import Array, bfloat16


def factor(covariance: Array[bfloat16]) -> jax.Array:
    return jax.scipy.linalg.cholesky(covariance)  # E: dtype-unsupported


factor(jnp.eye(4, dtype=jnp.bfloat16))
