"""Numbers that do not fit: constants of modules, classes and the standard library, through variables and calls."""

import sys

import jax.numpy as jnp
import numpy as np

LARGE = 3_000_000_000
numbers = np.array([1, 2**33 + 5])
small, index = jnp.arange(3, dtype=jnp.int8), jnp.arange(3)


class Environment:
    horizon = 2**40

    def limit(self):
        return jnp.asarray(self.horizon)  # E: dtype-overflow


def with_discount(rewards, discount):
    return rewards * jnp.asarray(discount, dtype=rewards.dtype)  # N: dtype-overflow


def in_the_dtype_of(rewards, number: float):
    return jnp.asarray(number, dtype=rewards.dtype)  # N: dtype-range


Environment().limit()
jnp.asarray(LARGE)  # E: dtype-overflow
jnp.full(2, sys.maxsize)  # N: dtype-overflow
index + LARGE  # E: dtype-overflow
with_discount(index, 0.5)
with_discount(jnp.ones(3), 0.5)
in_the_dtype_of(index, float(np.random.default_rng(0).normal()))
jnp.asarray(numbers)  # N: dtype-truncation
index + numbers[:, None]
counts = np.asarray([len(sys.argv)], dtype=np.int64)
jnp.asarray(counts)  # N: dtype-truncation
index + counts  # N: dtype-truncation
index[:1] + np.arange(1) * 10**12  # N: dtype-truncation
jnp.asarray(counts.astype(np.int32))
jnp.asarray(np.arange(3, dtype=np.int64))
jnp.asarray(np.zeros(3, dtype=np.int64))
jnp.asarray(np.asarray([len(sys.argv)]).astype(int))  # the default integer
jnp.take(index, counts)  # an index fits
jnp.take(jnp.arange(5.0), np.full(2, 2**34 + 1))  # N: dtype-truncation
jnp.asarray(0.999, jnp.bfloat16)  # N: dtype-rounding
jnp.asarray(0.9, jnp.bfloat16)
small.at[0].set(jnp.iinfo(jnp.int16).max)  # N: dtype-overflow
jnp.where(small > 0, small, 200)  # N: dtype-overflow
jnp.zeros(3, np.float64)  # N: dtype-truncation
jnp.zeros(3, float)
