"""Members of enumerations, and numbers of other classes derived from `int` and `float`."""

import enum

import jax.numpy as jnp


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 200


class Flag(enum.IntFlag):
    A = 4


class Rate(float, enum.Enum):
    SLOW = 0.5


class Count(int):
    pass


class Factor(float):
    pass


ints, halves = jnp.arange(3, dtype=jnp.uint8), jnp.ones(3, jnp.float16)
reveal_type(ints + Level.HIGH)
reveal_type(Flag.A | ints)
reveal_type(halves * Level.LOW)
reveal_type(halves * Rate.SLOW)
reveal_type(ints * Rate.SLOW)
reveal_type(ints - Count(3))
reveal_type(Factor(2.0) * halves)
reveal_type(jnp.where(ints > Level.LOW, Level.LOW, ints))
reveal_type(jnp.full(2, Level.HIGH))
reveal_type(jnp.asarray(Factor(2.0)))
reveal_type(jnp.maximum(halves, Count(1)))
reveal_type(jnp.sin(Level.LOW))
reveal_type(sum([Level.LOW, Level.HIGH]) * ints)
