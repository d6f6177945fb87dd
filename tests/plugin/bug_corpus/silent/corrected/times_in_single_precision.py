# x64
# mypy: enable-error-code="dtype-precision"
# A time in nanoseconds and a float32 are a float32, which has 24 bits.
# Source: https://github.com/jax-ml/jax/pull/1815
import jax.numpy as jnp

from jaxtyping_promo import Array, float32, int64


def delayed(time: Array[int64], delay: Array[float32]) -> Array:
    return time + delay.astype(jnp.int64)


assert int(delayed(jnp.array(2**60 + 1, jnp.int64), jnp.array(64, jnp.float32))) == 2**60 + 65
