# mypy: enable-error-code="dtype-implicit"
# A model in bfloat16 has its weights in float32, and its outputs are float32 where no layer casts.
# Source: https://github.com/google/flax/issues/2384
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, bfloat16, float32


def layer(kernel: Array[float32], batch: Array[bfloat16]) -> jax.Array:
    return batch @ kernel  # N: dtype-upcast


assert layer(jnp.ones((10, 4)), jnp.ones((32, 10), jnp.bfloat16)).dtype == jnp.float32
