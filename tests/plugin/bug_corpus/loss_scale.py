# A loop in half precision is multiplied by a loss scale in float32.
# Source: https://github.com/patrick-kidger/equinox/issues/221
import jax.numpy as jnp
from jax import lax

grads = jnp.ones(3, jnp.float16)
scale = jnp.float32(1024)
lax.fori_loop(0, 4, lambda i, g: g / scale, grads)  # E: dtype-carry
