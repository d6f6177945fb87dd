# The start of a slice comes from a mean, and is a float.
# Source: https://github.com/jax-ml/jax/pull/1691
import jax.numpy as jnp
from jax import lax

x = jnp.arange(16.0)
peak = jnp.mean(jnp.asarray([3, 5]))
window = lax.dynamic_slice_in_dim(x, peak, 4)  # E: dtype-index
