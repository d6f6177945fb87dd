"""Variables that an in-place operator with a number changes in one branch."""

import contextlib

import jax.numpy as jnp
from jax import lax


def main() -> None:
    c = jnp.ones(3, jnp.int8)
    try:
        c **= 2.0
        reveal_type(c)
    except KeyError:
        c = jnp.angle(c).sum()
    reveal_type(c)
    d = jnp.ones(3, jnp.int8)
    with contextlib.suppress(KeyError):
        d *= 0.5
    reveal_type(d)
    e = jnp.ones(3, jnp.int8)
    if e.ndim > 1:
        e /= 2
    else:
        e += 1
    reveal_type(e)
    by_key = dict.fromkeys("ab", c)
    reveal_type(jnp.minimum(c, by_key["b"]))
    c -= sum(by_key.values(), e)
    reveal_type(c)
    i = 0
    while i < 2:
        i += 1
    i = lax.add(c, c)
    reveal_type(i)
