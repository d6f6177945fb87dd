"""What is left of an `ArrayLike` that is no array and no number of NumPy's: an array of JAX's."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike


def by_number(x: ArrayLike) -> jax.Array:
    if isinstance(x, (np.ndarray, np.number, np.bool, bool, int, float, complex)):
        return jnp.asarray(x)
    return x


def by_generic(x: ArrayLike) -> jax.Array:
    if isinstance(x, (np.ndarray, np.generic, bool, int, float, complex)):
        return jnp.asarray(x)
    return x


for value in (1, np.float32(1), jnp.ones(3)):
    by_number(value), by_generic(value)
