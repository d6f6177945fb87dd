# A linearized function gets a tangent in another precision.
# Source: https://github.com/jax-ml/jax/issues/9994
import jax
import jax.numpy as jnp

y, push = jax.linearize(jnp.tanh, jnp.ones(3))
push(jnp.ones(3, jnp.float32))
