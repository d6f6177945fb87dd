"""Loops and sums on the right of a number's operator, and dicts of items of unknown type."""

from typing import Any

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float32


def twice(number: float):
    return 2 * number


def body(i, v):
    return v + 1


def f(x: Array[float32], items: Any) -> None:
    reveal_type(1e-3 + lax.fori_loop(0, 2, lambda i, v: v + 1, x))
    reveal_type(1 + lax.fori_loop(0, 2, lambda i, v: v + 1, x))
    reveal_type(2.0 * lax.fori_loop(0, 2, lambda i, v: v + 1, 0))
    reveal_type(1e-3 - lax.fori_loop(0, 2, body, x))
    reveal_type(1e-3 * lax.while_loop(lambda v: v.sum() < 4, lambda v: v + 1, x))
    reveal_type(2 ** lax.while_loop(lambda v: v < 4, lambda v: v + 1, 0.5))
    number: float = lax.while_loop(lambda v: v < 4, lambda v: v + 1, 0.5)
    count: int = lax.fori_loop(0, 2, lambda i, v: v + 1, 0)
    reveal_type(x * twice(lax.fori_loop(0, 2, lambda i, v: v + 1, 0)))
    reveal_type(1.0 + twice(lax.while_loop(lambda v: v < 4, lambda v: v + 1, 0.5)))
    reveal_type(1.0 + (0.5 * lax.while_loop(lambda v: v < 4, lambda v: v + 1, 0.5)))
    reveal_type(x + number)
    reveal_type(x + count)
    reveal_type(jnp.negative(dict.fromkeys("ab", sum([items, items]))["a"]))
    halves = dict.fromkeys("ab", max([items, items], key=lambda t: t.ndim))
    halves["a"] **= 0.5
    reveal_type(halves["b"].astype(jnp.float16))


def main() -> None:
    f(jnp.ones(3), jnp.ones(3))
