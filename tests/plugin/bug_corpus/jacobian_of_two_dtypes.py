# The cotangents of two results of different dtypes are all float32.
# Source: https://github.com/jax-ml/jax/issues/7780
import jax
import jax.numpy as jnp

_, pull = jax.vjp(lambda x: (x * 2, x.astype(jnp.float32)), jnp.ones(2, jnp.float16))
pull((jnp.ones(2), jnp.ones(2)))  # E: dtype-gradient
