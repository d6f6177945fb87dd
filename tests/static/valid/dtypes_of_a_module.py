"""Valid code in which no checker has an error: a dtype that a module chooses outside functions."""

import jax
import jax.numpy as jnp

dtype = jnp.float32
if jax.default_backend() == "tpu":
    dtype = jnp.bfloat16

print(jnp.zeros(3, dtype))
