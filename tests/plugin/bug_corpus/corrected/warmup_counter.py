# A counter is divided in the loop, and so becomes a float.
# Source: https://github.com/jax-ml/jax/issues/22045
import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, float32, int32


def adapt(step: Array[int32], rate: Array[float32]) -> tuple[Array[int32], Array[float32]]:
    return lax.fori_loop(
        0,
        10,
        lambda i, s: (s[0] // 2, s[1] * 0.5),
        (step, rate),
    )


adapt(jnp.int32(64), jnp.float32(1))
