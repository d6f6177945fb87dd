"""Dtype classes where a `np.dtype` is declared. JAX's own stubs report each line that ends with `# error`."""

from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np


def returned() -> jnp.dtype:
    return jnp.int32  # error


def returned_as_option(flag: bool) -> np.dtype | None:
    return jnp.int32 if flag else None  # error


def itemsize(dtype: jnp.dtype) -> int:
    return dtype.itemsize


def default(dtype: jnp.dtype = jnp.float32) -> int:  # error
    return dtype.itemsize


@dataclass
class Config:
    dtype: jnp.dtype = jnp.bfloat16  # error
    param_dtype: np.dtype = jnp.bfloat16  # error
    cache_dtype: jnp.dtype | None = None

    def narrow(self) -> None:
        self.dtype = jnp.float16  # error
        self.cache_dtype = jnp.float16  # error


class Layer:
    dtype: jnp.dtype

    def __init__(self) -> None:
        self.dtype = jnp.int8  # error


itemsize(jnp.int32)  # error
Config(cache_dtype=jnp.int8)  # error
Config().dtype = jnp.int8  # error
declared: jnp.dtype = jnp.int32  # error
items: list[jnp.dtype] = [jnp.int8]  # error
pair: tuple[jnp.dtype, int] = (jnp.int8, 2)  # error
print(jnp.int32.itemsize)  # error
print(jnp.int32.kind)  # error
itemsize(jnp.dtype(jnp.int32))
itemsize(jnp.int32.dtype)
itemsize(jnp.zeros(3).dtype)
