# Real parameters are differentiated with holomorphic=True.
# Source: https://github.com/jax-ml/jax/issues/603
import jax
import jax.numpy as jnp

jax.grad(lambda w: (w * 1j).sum(), holomorphic=True)(jnp.ones(3, jnp.complex64))
