"""NumPy variables that are assigned a value of another dtype, although mypy keeps the first dtype."""

import math

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float16, float32, int8


def mask(x: Array[float32], h: Array[float16], i: Array[int8]) -> None:
    if math.pi < 3:
        m = np.ones(3).astype(np.float32)
    m = np.array([True, False, True])
    scaled = lambda v: v * m
    reveal_type(scaled(h))
    reveal_type(h * m)
    reveal_type(m * h)
    reveal_type(m ^ i)
    reveal_type(jnp.multiply(i, m))
    same = np.ones(3, np.float32)
    reveal_type(h * same)
    same = np.zeros(3, np.float32)
    reveal_type(h * same)
    alone = np.ones(3, np.int8)
    reveal_type(h * alone)


def main() -> None:
    mask(jnp.ones(3), jnp.ones(3, jnp.float16), jnp.ones(3, jnp.int8))
