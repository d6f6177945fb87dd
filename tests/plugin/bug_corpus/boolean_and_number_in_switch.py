# The branches of a switch return a bool and a number.
# Source: https://github.com/genjax-community/genjax/issues/1278
import jax.numpy as jnp
from jax import lax

lax.switch(
    jnp.int32(1),
    [
        lambda x: x > 0,  # E: dtype-branches
        lambda x: x * 2,
    ],
    jnp.float32(3),
)
