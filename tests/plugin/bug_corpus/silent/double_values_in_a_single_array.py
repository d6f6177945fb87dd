# x64
# Under x64 a float64 value is written into float32, and loses half of its digits.
# Source: https://github.com/climate-analytics-lab/jax-gcm/issues/770
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, float64


def tracers(aerosol: Array[float32], value: Array[float64]) -> jax.Array:
    return aerosol.at[0].set(value)  # N: dtype-scatter


assert float(tracers(jnp.zeros(2, jnp.float32), jnp.float64(1 + 1e-12))[0]) - 1 == 0
