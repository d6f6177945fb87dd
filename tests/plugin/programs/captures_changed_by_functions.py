"""Variables that a pattern captures, and that a nested function assigns anew."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16

H = Array[float16]


def whole(h: H) -> None:
    x = h

    def change() -> None:
        nonlocal x
        x = x * jnp.ones(3)

    match h > 0:
        case x:
            reveal_type(x)
            change()
            reveal_type(x)
    reveal_type(x)


def part(h: H) -> None:
    x = h

    def change() -> None:
        nonlocal x
        x = x * jnp.ones(3)

    match (h > 0, h):
        case (x, y):
            reveal_type(y)
            change()
            reveal_type(x)


def unchanged(h: H) -> None:
    x = h
    match (h > 0, h * jnp.ones(3)):
        case (x, y):
            reveal_type(x)
            reveal_type(y)
    reveal_type(x)


def main() -> None:
    h = jnp.ones(3, jnp.float16)
    whole(h)
    part(h)
    unchanged(h)
