"""A tuple of an array and a value of unknown class, for a parameter that is a tuple with a type variable."""

from typing import Any, Generic, TypeVar

import jax
import jax.numpy as jnp

Y = TypeVar("Y")


class State(Generic[Y]):
    def __init__(self, best: tuple[jax.Array, Y]) -> None:
        self.best = best


def step(y: Y, new: Any, x: jax.Array) -> State[Y]:
    best = y
    best = new
    state = State((x, best))
    return state


state = step(jnp.ones(3, jnp.int8), jnp.ones(3, jnp.float16), jnp.ones(3))
reveal_type(state.best[0])
reveal_type([jnp.ones(3, jnp.int8), jnp.ones(3, jnp.float16)][0])
