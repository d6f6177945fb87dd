"""`_replace` of named tuples, generic ones among them: an array takes the place of one of another dtype."""

from typing import Generic, NamedTuple, TypeVar

import jax
import jax.numpy as jnp

T = TypeVar("T")


class Box(NamedTuple, Generic[T]):
    value: T


class Pair(NamedTuple, Generic[T]):
    first: T
    second: list[T]


class State(NamedTuple):
    x: jax.Array
    step: int


def main() -> None:
    small = Box(jnp.ones(1, jnp.int8))
    reveal_type(small.value)
    half = small._replace(value=jnp.ones(1, jnp.float16))
    reveal_type(half.value)
    reveal_type(half._replace(value=half.value * 2.0).value)
    pair = Pair(jnp.ones(2), [jnp.ones(2)])
    reveal_type(pair._replace(first=jnp.ones(2, jnp.int8)).first)
    state = State(jnp.ones(3), 2)._replace(x=jnp.ones(3, jnp.int8))
    reveal_type(state.x)
    reveal_type(state._replace(step=3).x)
