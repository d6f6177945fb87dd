# A cache of keys in bfloat16 gets projections in float32.
# Source: https://github.com/google/tunix/issues/1321
import jax.numpy as jnp
from jax import lax

cache = jnp.zeros((8, 4), jnp.bfloat16)
projection = jnp.ones((1, 4))
lax.dynamic_update_slice(cache, projection, (3, 0))  # E: dtype-promotion
