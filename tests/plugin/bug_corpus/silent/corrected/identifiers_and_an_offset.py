# An unsigned identifier and a signed offset are int32 without x64, and large identifiers become negative.
# Source: https://github.com/jax-ml/jax/issues/4187
import jax.numpy as jnp

from jaxtyping_promo import Array, int8, uint32


def shifted(identifiers: Array[uint32], offset: Array[int8]) -> Array:
    return identifiers + offset.astype(jnp.uint32)


assert int(shifted(jnp.array(2**32 - 2, jnp.uint32), jnp.array(1, jnp.int8))) == 2**32 - 1
