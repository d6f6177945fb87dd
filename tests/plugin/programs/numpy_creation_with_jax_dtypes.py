"""NumPy functions with a JAX dtype class as argument."""

import jax.numpy as jnp
import numpy as np

ramp = jnp.zeros(4, jnp.int8) + np.arange(4, dtype=jnp.float32)
reveal_type(ramp)
reveal_type(np.arange(4, dtype=jnp.bfloat16))
mask = jnp.asarray(np.identity(3, jnp.float32))
reveal_type(mask - mask)
