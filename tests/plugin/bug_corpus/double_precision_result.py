# x64
# The body of a loop returns a float64 for a float32, with x64.
# Source: https://github.com/jax-ml/jax/issues/833
import jax.numpy as jnp
from jax import lax

weights = jnp.ones(3, jnp.float64)
total = lax.fori_loop(0, 3, lambda i, acc: acc + weights[i], jnp.float32(0))  # E: dtype-carry
