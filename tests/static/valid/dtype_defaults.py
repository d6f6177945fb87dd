"""Valid code in which no checker has an error: dtype classes as defaults, and where NumPy and JAX take a dtype."""

import random
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import DTypeLike


@dataclass
class Config:
    dtype: DTypeLike = jnp.bfloat16
    param_dtype: DTypeLike = jnp.float32
    cache_dtype: DTypeLike | None = None


def empty(shape: tuple[int, ...], dtype: DTypeLike = jnp.float32) -> jax.Array:
    return jnp.zeros(shape, dtype)


def is_single(x: jax.Array, numbers: np.ndarray, dtype: DTypeLike) -> bool:
    same = x.dtype == jnp.float32 or jnp.float32 == x.dtype or numbers.dtype == jnp.float32
    return same or dtype == jnp.float32 or jnp.float32 == np.float32 or np.float32 == jnp.float32


config = Config(cache_dtype=jnp.int8)
print(empty((3,), config.dtype), empty((3,), jnp.int8).astype(config.param_dtype), empty((3,), jnp.dtype("int8")))
print(empty((3,), empty((3,)).dtype), np.zeros(3, jnp.float32) * 2, jnp.asarray(np.ones(3, jnp.bfloat16)))
print(is_single(empty((3,)), np.ones(3), random.choice([jnp.float32, jnp.int8])))
print(
    jnp.float32.dtype.itemsize, jnp.dtype(jnp.float32).itemsize, np.dtype(jnp.float32).kind, np.finfo(jnp.float32).max
)
print(np.issubdtype(jnp.float32, np.floating), jnp.issubdtype(jnp.float32, jnp.floating), jnp.iinfo(jnp.int32).max)
print(
    np.result_type(jnp.float32, jnp.int8), np.can_cast(jnp.float32, jnp.int8), np.promote_types(jnp.float32, jnp.int8)
)
print(np.arange(3, dtype=jnp.int32), np.sum(np.ones(2), dtype=jnp.float32), np.ones(2).astype(jnp.float32))
print(np.random.randint(0, 3, 3, dtype=jnp.int32), {jnp.float32: 1}[jnp.float32], jax.ShapeDtypeStruct((2,), jnp.int8))
