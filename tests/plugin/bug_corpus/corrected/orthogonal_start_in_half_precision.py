# Orthogonal weights start in bfloat16, for which there is no QR decomposition.
# Source: https://github.com/jax-ml/jax/issues/30176
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16


def orthogonal(normal: Array[bfloat16]) -> jax.Array:
    q, _ = jnp.linalg.qr(normal.astype(jnp.float32))
    return q


orthogonal(jnp.eye(3, dtype=jnp.bfloat16))
