"""jax-ml/jax#4718: NumPy adds a Python number to a bfloat16 array, and returns float32."""

import jax.numpy as jnp
import numpy as np


def shifted(a, b):
    return a + b


table = shifted(np.ones(4, dtype=jnp.bfloat16), 1.0)
total = jnp.ones(4, jnp.bfloat16) * table  # told: dtype-upcast
