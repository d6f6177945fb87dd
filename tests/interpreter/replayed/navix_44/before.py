"""epignatelli/navix#44: a mark for *no value* is sys.maxsize, which no int32 array can hold."""

import sys

import jax.numpy as jnp

NOTHING = sys.maxsize


class Entity:
    def __init__(self, count):
        self.position = jnp.full((count, 2), NOTHING, dtype=jnp.int32)  # told: dtype-overflow


Entity(3)
