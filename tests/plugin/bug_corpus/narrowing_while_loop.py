# The body of a loop makes the carry narrower.
# Source: https://github.com/jax-ml/jax/issues/1681
import jax.numpy as jnp
from jax import lax

step = jnp.float32(1.0)
lax.while_loop(lambda u: u > 5, lambda u: u.astype(jnp.float16), step)  # E: dtype-carry
