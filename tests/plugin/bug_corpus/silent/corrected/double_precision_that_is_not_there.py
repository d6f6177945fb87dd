# float64 is asked for while x64 is off, and float32 comes.
# Source: https://github.com/jax-ml/jax/pull/1234
import jax
import jax.numpy as jnp


def constants() -> jax.Array:
    return jnp.ones(3, dtype=jnp.float32)


assert constants().dtype == jnp.float32
