"""Items of tuples with starred items, and loop variables that go through one array or another."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32, int8


def f(x: Array[float32], y: Array[float16], i: Array[int8], c: bool) -> None:
    pair = (*(x, y), i)
    reveal_type(pair[1] * 2)
    items = (*{"a": x, "b": y}.values(), i)
    reveal_type(items[1])
    for row in x if c else i:
        row = y
        reveal_type(row)
        row = row > 0
        reveal_type(row)


def main() -> None:
    f(jnp.ones(3), jnp.ones(3, jnp.float16), jnp.ones(3, jnp.int8), True)
