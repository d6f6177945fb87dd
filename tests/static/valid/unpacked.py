"""Valid code in which the plugin has no error: an array's items in variables that are no arrays at another place."""

import jax
import jax.numpy as jnp


def shifted(index):
    if len(index) == 2:
        dx, dy = index
        dz = 0
    else:
        dx, dy, dz = jnp.asarray(index, jnp.int32)
    return dx + dy + dz


def sampled(count: int) -> jax.Array:
    total, subkey = jnp.zeros(3), None
    key = jax.random.PRNGKey(0)
    for _ in range(count):
        key, subkey = jax.random.split(key)
        total += jax.random.normal(subkey, (3,))
        subkey = None
    return total


def last() -> None:
    first, other = jax.random.split(jax.random.PRNGKey(0))
    print(first)
    first, other = None, 3
    print(first, other)


print(shifted((1, 2)), shifted((1, 2, 3)), sampled(2))
last()
