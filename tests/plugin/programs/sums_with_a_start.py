"""Sums of arrays that start with a number, in a variable that held an array before."""

import math

import jax
import jax.numpy as jnp
from jax import lax


def summed(x, m=2):
    a = x
    c, d = jax.tree.map(lambda t: t * min(2, 1.5), (jnp.full_like(x, m, dtype=jnp.uint32), jnp.asarray(x)))
    _, (c, _g) = lax.fori_loop(0, 2, lambda i, c: (c[0] + 1, c[1]), (2**0.5, ((d + d), a)))
    a = (c if m > 2 else x) ** jnp.all(a)
    c = sum((c, a), math.pi)
    reveal_type(c)
    d = sum([d, d], 1)
    reveal_type(d)


def main() -> None:
    summed(jnp.ones(3, jnp.int8))
