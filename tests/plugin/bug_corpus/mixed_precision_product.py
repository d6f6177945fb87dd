# A product in bfloat16 becomes float32 by an operand that was forgotten; strict promotion finds it.
# Source: https://github.com/jax-ml/jax/issues/7368
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32


def product(weights: Array[float32], x: Array[bfloat16]) -> jax.Array:
    with jax.numpy_dtype_promotion("strict"):
        return x * weights  # E: dtype-implicit


product(jnp.ones(3), jnp.ones(3, jnp.bfloat16))
