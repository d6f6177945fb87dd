# The position in argnums selects the integer pairs instead of the parameters.
# Source: https://github.com/deepmodeling/DMFF/issues/82
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, int32


def energy(positions: Array[float32], params: Array[float32], pairs: Array[int32]) -> Array[float32]:
    return (positions[pairs] * params).sum()


forces = jax.grad(energy, argnums=-1)
forces(jnp.ones(3), jnp.ones(3), jnp.arange(3))  # E: dtype-gradient
