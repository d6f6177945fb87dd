"""jax-ml/jax#18385: a NumPy int64 array becomes int32 without a word."""

import jax
import jax.numpy as jnp
import numpy as np

offsets = np.array([2**32, 2**32 + 8])
jax.jit(lambda x: x + 0)(jnp.asarray(offsets))  # told: dtype-truncation
