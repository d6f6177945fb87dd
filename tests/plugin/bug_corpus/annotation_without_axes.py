# An annotation has a dtype and no axes.
# Source: https://github.com/patrick-kidger/jaxtyping/issues/106
import jax.numpy as jnp
from jaxtyping import Array, Float32


def weights() -> Float32[Array]:  # E: jaxtyping-syntax
    return jnp.ones(64)
