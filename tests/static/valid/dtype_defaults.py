"""Valid code in which no checker has an error: dtype classes as defaults of a `jnp.dtype`."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np


@dataclass
class Config:
    dtype: jnp.dtype = jnp.bfloat16
    param_dtype: np.dtype = jnp.float32
    cache_dtype: jnp.dtype | None = None


def empty(shape: tuple[int, ...], dtype: jnp.dtype = jnp.float32) -> jax.Array:
    return jnp.zeros(shape, dtype)


config = Config(cache_dtype=jnp.int8)
print(empty((3,), config.dtype), empty((3,), jnp.int8).astype(config.param_dtype), empty((3,), jnp.dtype("int8")))
print(empty((3,), empty((3,)).dtype), np.zeros(3, jnp.float32) * 2, jnp.asarray(np.ones(3, jnp.bfloat16)))
