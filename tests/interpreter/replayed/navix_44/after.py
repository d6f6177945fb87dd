"""epignatelli/navix#44: a mark for *no value* is sys.maxsize, which no int32 array can hold."""

import jax.numpy as jnp

NOTHING = jnp.iinfo(jnp.int32).max


class Entity:
    def __init__(self, count):
        self.position = jnp.full((count, 2), NOTHING, dtype=jnp.int32)


Entity(3)
