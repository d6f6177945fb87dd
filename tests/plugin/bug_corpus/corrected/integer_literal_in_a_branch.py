# One branch of a conditional returns the literal 0, and the other one a float.
# Source: https://github.com/jax-ml/jax/issues/4696
import jax.numpy as jnp
from jax import lax

rate = jnp.float32(2)
lax.cond(rate > 0, lambda: jnp.log(rate), lambda: 0.0)
