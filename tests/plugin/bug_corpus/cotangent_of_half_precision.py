# A Python number becomes a float32, which is rejected as the cotangent of a float16.
# Source: https://github.com/jax-ml/jax/issues/9994
import jax
import jax.numpy as jnp

out, pull = jax.vjp(lambda x: x.sum(), jnp.ones(5, "float16"))
pull(1.0)  # E: dtype-gradient
