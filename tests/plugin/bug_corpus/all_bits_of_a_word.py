# A mask of all bits is written as -1, which unsigned words don't hold.
# Source: https://github.com/google/jaxite/issues/80
import jax
import jax.numpy as jnp


def mask() -> jax.Array:
    return jnp.array(-1, jnp.uint32)  # E: dtype-overflow


mask()
