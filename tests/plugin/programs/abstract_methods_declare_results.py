"""A function that calls abstract methods: the method of a derived class runs, and not the empty body."""

import abc
from typing import NamedTuple

import jax
import jax.numpy as jnp


class State(NamedTuple):
    x: jax.Array
    steps: int


class Environment(abc.ABC):
    @abc.abstractmethod
    def step(self, state: State) -> State:
        """Make one step."""

    @abc.abstractmethod
    def scaled(self, x: jax.Array) -> jax.Array: ...


class Doubling(Environment):
    def step(self, state: State) -> State:
        return State(state.x * 2, state.steps)

    def scaled(self, x: jax.Array) -> jax.Array:
        return x.astype(jnp.bfloat16)


def unroll(environment: Environment, state: State) -> tuple[State, jax.Array]:
    def body(carry: State, _: None) -> tuple[State, jax.Array]:
        return environment.step(carry), environment.scaled(carry.x)

    return jax.lax.scan(body, state, None, length=3)


last, scaled = unroll(Doubling(), State(jnp.ones(3, jnp.float16), 1))
reveal_type(last.x)
reveal_type(scaled)
