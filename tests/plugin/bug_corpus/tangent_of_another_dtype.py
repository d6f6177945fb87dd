# The tangent is a float32 and the primal a bfloat16.
# Source: https://github.com/jax-ml/jax/pull/1690
import jax
import jax.numpy as jnp

x = jnp.ones(3, jnp.bfloat16)
jax.jvp(jnp.sin, (x,), (jnp.ones(3),))  # E: dtype-gradient
