# x64
# mypy: enable-error-code="dtype-kind"
# A step count becomes float64 by a Python float, and with it every parameter.
# Source: https://github.com/google/flax/issues/924
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, int32


def bias_correction(step: Array[int32]) -> jax.Array:
    return step + 1.0  # N: dtype-kind


assert bias_correction(jnp.array(0, jnp.int32)).dtype == jnp.float64
