# mypy: enable-error-code="dtype-precision"
# Positions are multiplied by frequencies in bfloat16, and two neighbours get the same phase.
# Source: https://github.com/sgl-project/sglang-jax/issues/1472
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, int32


def phases(positions: Array[int32], frequencies: Array[float32]) -> Array:
    return positions.astype(jnp.float32)[:, None] * frequencies


found = phases(jnp.array([256, 257]), jnp.array([1.0], jnp.float32))
assert float(found[0, 0]) != float(found[1, 0])
