"""`jax.lax.associative_scan`, whose function returns a tuple for a named tuple: JAX compares the numbers of leaves."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Message(NamedTuple):
    gain: jax.Array
    mean: jax.Array


@jax.vmap
def combined(first: Message, second: Message) -> tuple[jax.Array, jax.Array]:
    gain, mean = first
    return second[0] @ gain, second[0] @ mean + second[1]


messages = Message(jnp.ones((3, 2, 2), jnp.bfloat16), jnp.ones((3, 2), jnp.float16))
scanned = jax.lax.associative_scan(lambda a, b: (a[0] + b[0], a[1] + b[1]), messages)
reveal_type(scanned.gain)
reveal_type(scanned.mean)
result = jax.lax.associative_scan(combined, Message(jnp.ones((3, 2, 2)), jnp.ones((3, 2))))
reveal_type(result.mean)
