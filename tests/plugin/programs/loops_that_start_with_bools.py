"""Loops that start with bools. JAX promotes the bools of a comparison with a number, whatever dtype the body has."""

import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, bool_, float16


def f(x: Array[float16], y: Array[bool_]) -> None:
    a = x
    a = lax.fori_loop(0, 2, lambda i, v: v + a, y >= 0.5)
    reveal_type(a)
    a = a * 2
    reveal_type(a)
    last, rows = lax.scan(lambda c, t: (c + a, c), y > 1, x)
    reveal_type(last)
    reveal_type(rows)
    known, known_rows = lax.scan(lambda c, t: (c + x, c), y > 1, x)
    reveal_type(known)
    reveal_type(known_rows)
    kept, kept_rows = lax.scan(lambda c, t: (c & y, c), y, x)
    reveal_type(kept)
    reveal_type(kept_rows)
    pair = lax.while_loop(lambda c: c[1].sum() < 3, lambda c: (c[0] + a, c[1] + 1), (y < 0.5, x))
    reveal_type(pair[0])
    reveal_type(pair[1])


def main() -> None:
    f(jnp.ones(3, jnp.float16), jnp.ones(3, jnp.bool_))
