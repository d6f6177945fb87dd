"""Loops over written lists, in which the item of the last turn has an unknown dtype, or another one."""

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array


def last(v: jax.Array, w: jax.Array):
    for t in [w, v]:
        pass
    return t


def last_pair(v: jax.Array, w: jax.Array):
    for t, u in zip((w, v), (v, w)):
        reveal_type(t)
    return jnp.fmax(t, 0.5j), u


def last_of_known(v: jax.Array, w: jax.Array):
    for i, t in enumerate((jnp.zeros(3, jnp.uint8), v)):
        w = w + t
    return t, w


def call(v: jax.Array, f: "Array[jnp.float32]") -> None:
    reveal_type(last(v, f))
    reveal_type(last(f, v))
    reveal_type(last_pair(v, f))
    reveal_type(last_of_known(v, f))


def main() -> None:
    b, i = jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.uint8)
    call(b, jnp.ones(3))
    call(i, jnp.zeros(3))
    reveal_type(last(b, i))
    reveal_type(last_pair(b, i))
    reveal_type(last_of_known(b, i))

    def nested(v: jax.Array):
        for t in [jnp.zeros(3, jnp.uint8), v]:
            pass
        return jnp.fmax(t, 0.5j)

    def calling(v: jax.Array) -> jax.Array:
        reveal_type(nested(v))
        return v

    calling(b)
