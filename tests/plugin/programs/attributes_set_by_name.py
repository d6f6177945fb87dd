"""Attributes that `setattr` and `object.__setattr__` assign, and class attributes that methods replace."""

import jax
import jax.numpy as jnp


class State:
    factor = 1

    def __init__(self, w: jax.Array) -> None:
        self.w = w
        self.v = w
        type(self).factor = 0.5  # type: ignore[assignment]


def main() -> None:
    x, i = jnp.ones(3, jnp.float16), jnp.arange(3)
    state = State(x)
    state.w = x * 2
    setattr(state, "w", i)
    reveal_type(state.w)
    state.v = x * 2
    object.__setattr__(state, "v", i)
    reveal_type(state.v)
    reveal_type(i * State.factor)
    reveal_type(i * state.factor)
