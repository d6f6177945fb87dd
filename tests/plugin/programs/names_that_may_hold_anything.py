"""The variable `_` of a nested function, to which mypy gives no type, after a call of the function was followed."""

from collections.abc import Iterable
from typing import NamedTuple, Union

import jax
import jax.numpy as jnp


class Info(NamedTuple):
    path: jax.Array


def approximate(x: jax.Array) -> tuple[Info, Info]:
    return Info(x), Info(x)


Tree = Union[jax.Array, Iterable["Tree"]]


def sample(x: jax.Array) -> Tree:
    return x, x


def outer(x: jax.Array):
    def run(y):
        return single(y)

    def single(y):
        state, _ = approximate(y)
        position, _ = sample(state.path)
        return y * 2

    return run(x)


reveal_type(outer(jnp.ones(3, jnp.bfloat16)))


def first(x: jax.Array) -> jax.Array:
    def pair(y):
        kept, _ = y * 2, "a name"
        _ = 1.5
        return kept

    return pair(x)


reveal_type(first(jnp.ones(3, jnp.float16)))
