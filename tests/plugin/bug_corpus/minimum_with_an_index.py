# The index of a minimum is kept beside the minimum in one array of floats.
# Source: https://github.com/jax-ml/jax/pull/26865
import jax.numpy as jnp

distances = jnp.asarray([3.0, 1.0, 2.0])
best = jnp.stack([distances.min(), distances.argmin().astype(jnp.float32)])
nearest = distances[best[1]]  # E: dtype-index
