"""Valid code in which no checker has an error: compiled methods that override others, and compiled functions."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp


class Problem:
    def __init__(self, size: int) -> None:
        self.size = size

    @partial(jax.jit, static_argnames=("self",))
    def start(self, key: jax.Array) -> jax.Array:
        return jax.random.normal(key, (self.size,))

    @jax.jit(static_argnums=0)
    def end(self, x: jax.Array) -> jax.Array:
        return x[: self.size]

    @partial(jax.jit, static_argnums=0)
    def step(self, x: jax.Array, rate: float = 0.1) -> jax.Array:
        return x * rate


class Shifted(Problem):
    @partial(jax.jit, static_argnames=("self",))
    def start(self, key: jax.Array) -> jax.Array:
        return super().start(key) + 1

    @jax.jit(static_argnums=0)
    def end(self, x: jax.Array) -> jax.Array:
        return x[: self.size]

    @partial(jax.jit, static_argnums=0)
    def step(self, x: jax.Array, rate: float = 0.1) -> jax.Array:
        return super().step(x, rate) + 1


@jax.jit
def keywords(**arrays: Any) -> jax.Array:
    return jnp.add(arrays["x"], arrays["y"])


@jax.jit
def several(*arrays: Any) -> jax.Array:
    return jnp.zeros(3) + len(arrays)


@jax.jit
def outside(self: jax.Array, other: jax.Array) -> jax.Array:
    return self + other


def program(problem: Problem, x: jax.Array) -> None:
    print(problem.step(problem.start(jax.random.key(0))), problem.step(x, rate=0.5), type(problem).step(problem, x))
    print(keywords(x=x, y=1), several(), several(x, x), outside(x, x), jax.jit(lambda: x)(), jax.jit(jnp.sin)(x))
    print(jax.jit(jax.grad(lambda y: y.sum()))(x), jax.jit(problem.step)(x), Problem.step.lower(problem, x))


program(Shifted(3), jnp.ones(3))
