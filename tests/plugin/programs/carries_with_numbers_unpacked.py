"""A tuple with a number that a loop carries, and that the loop's result replaces."""

import jax
import jax.numpy as jnp


def step(carry, x):
    count, state = carry
    return (count + 1, state * 2), (x, state)


def last(init, xs):
    carry = (0, init)
    carry, (seen, states) = jax.lax.scan(step, carry, xs)
    return carry


reveal_type(last(jnp.ones(3, jnp.bfloat16), jnp.ones(2)))


def replaced() -> tuple[tuple[jax.Array, int], jax.Array]:
    return (jnp.ones(2), 1), jnp.zeros(2)


def repeated():
    carry = (0, 1)
    for _ in range(2):
        carry, kept = replaced()
    return kept


reveal_type(repeated())
