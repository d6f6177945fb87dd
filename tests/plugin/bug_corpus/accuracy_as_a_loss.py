# The number of right answers is an integer, which is rejected as a loss.
# Source: https://github.com/jax-ml/jax/pull/19538
import jax
import jax.numpy as jnp

labels = jnp.asarray([1, 0, 1])


jax.grad(lambda w: jnp.sum((w > 0) == (labels > 0)))(jnp.ones(3))  # E: dtype-gradient
