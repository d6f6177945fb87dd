"""A dict written with a weak array beside an array of one of two dtypes."""

import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, int32

B = Array[bool_]
I = Array[int32]


def f(b: B, i: I, n: int) -> None:
    d = {"w": (b if n > 1 else i), "b": b + n}
    c = d["b"]
    reveal_type(c)


def main() -> None:
    i = jnp.arange(3, dtype=jnp.int32)
    f(i > 0, i, 1)
