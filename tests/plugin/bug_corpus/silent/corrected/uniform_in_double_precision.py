# Random numbers are asked for in float64 while x64 is off, and come in float32.
# Source: https://github.com/jax-ml/jax/issues/17366
import jax
import jax.numpy as jnp


def noise() -> jax.Array:
    return jax.random.uniform(jax.random.key(0), (3,), dtype=jnp.float32)


assert noise().dtype == jnp.float32
