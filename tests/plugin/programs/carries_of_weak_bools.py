"""Loops whose carry is a comparison of weak arrays. JAX promotes such bools, although their type is not weak."""

import math

import jax.numpy as jnp
from jax import lax

w = jnp.zeros(3, bool)
f = jnp.ones(3)
started = lax.scan(lambda c, t: (c + 1, None), jnp.zeros(3, bool), None, 2)
literal = lax.fori_loop(0, 2, lambda i, c: c + 1, True)


def counted(mask):
    return lax.fori_loop(0, 2, lambda i, c: c + 1, mask)


def main() -> None:
    (a, e), _ = lax.scan(lambda c, t: ((c[0] + 1, c[1] * 2), None), ((math.pi < w), f), None, 2)
    reveal_type(a)
    reveal_type(e)
    b, _ = lax.scan(lambda c, t: (c + 1, None), math.pi < w, None, 2)
    reveal_type(b)
    d = lax.fori_loop(0, 2, lambda i, c: c * 2, jnp.asarray(1.0) > 0)
    reveal_type(d)
    reveal_type(counted((f > 0) == 2.0))
    reveal_type(counted(jnp.asarray(1.0) > 0))
