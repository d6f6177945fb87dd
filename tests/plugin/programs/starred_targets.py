"""Values beside a starred target, in a loop that unpacks into it again."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32, int8


def unpack(x: Array[float32], h: Array[float16], i: Array[int8]) -> None:
    count = 0
    while count < 2:
        count += 1
        first, *rest = x + 1, sum((x, h), h), i
        reveal_type(rest)
        second, *rest = x > first, [h, i][0], x
        reveal_type(second)
        reveal_type(rest)


def main() -> None:
    x = jnp.ones(3)
    unpack(x, x.astype(jnp.float16), x.astype(jnp.int8))
