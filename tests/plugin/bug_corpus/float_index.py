# A quotient of integers is a float, which is rejected as an index.
# Source: https://github.com/jax-ml/jax/issues/2495
import jax.numpy as jnp

x = jnp.arange(10)
middle = x[x.size / 2]  # E: dtype-index
