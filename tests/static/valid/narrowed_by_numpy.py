"""An `ArrayLike` without NumPy arrays and numbers is narrowed to a JAX array."""

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
