"""`itertools.product` and `zip_longest` with a number of iterables that the code does not tell."""

import itertools

import jax
import jax.numpy as jnp


def table(initial: jax.Array, likelihoods: jax.Array) -> jax.Array:
    length, states = likelihoods.shape
    total = jnp.zeros(states**length)
    for row in itertools.product(*([jnp.arange(states)] * length)):
        path = jnp.array(row)
        total = total.at[path[0]].set(initial[path[1:]].sum())
    for longest in itertools.zip_longest(*([jnp.arange(states)] * length)):
        reveal_type(initial[longest[0]])
    return total


reveal_type(table(jnp.ones(3, jnp.float16), jnp.ones((2, 3))))
