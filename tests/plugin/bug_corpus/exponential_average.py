# An average in bfloat16 becomes a float32 in the loop, by a decay that is an array.
# Source: https://github.com/jax-ml/jax/issues/27144
import jax.numpy as jnp
from jax import lax

decay = jnp.asarray(0.99, jnp.float32)
lax.scan(
    lambda ema, x: (
        decay * ema + (1 - decay) * x,  # E: dtype-carry
        None,
    ),
    jnp.zeros((), jnp.bfloat16),
    jnp.ones(4, jnp.bfloat16),
)
