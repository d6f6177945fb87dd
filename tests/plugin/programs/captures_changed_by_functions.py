"""A pattern captures an array into a variable that a function assigns anew."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float32

F = Array[float32]


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    a = x * 1

    def change() -> None:
        nonlocal a
        a = x * 2

    match x > 0:
        case a:
            reveal_type(a)
    change()
    reveal_type(a)
