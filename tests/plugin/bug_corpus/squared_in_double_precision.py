# x64
# A float64 in the body widens one leaf of the carry, with x64.
# Source: https://github.com/jax-ml/jax/issues/2004
import jax.numpy as jnp
import numpy as np
from jax import lax

scale = np.float64(2)
lax.while_loop(
    lambda d: d[0] < 2,
    lambda d: (d[0] + 1, d[1] * scale),  # E: dtype-carry
    (jnp.int32(0), jnp.float32(0.5)),
)
