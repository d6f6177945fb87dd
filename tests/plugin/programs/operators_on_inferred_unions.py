"""Operators that reject one of the dtypes that mypy infers for an operand, which the program never gives to it."""

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float16, int8

H = Array[float16]
I = Array[int8]


def f(h: H, i: I, never: bool = False) -> None:
    reveal_type(~(h if never else i))
    reveal_type(i | (h if never else i))
    reveal_type(i << [h, i][1])
    reveal_type({"a": i, "b": h}["a"] & 1)
    pair = (h if never else i), h
    reveal_type(pair[0] | i)
    reveal_type(i ^ pair[0])
    reveal_type(i | (w := h if never else i))
    reveal_type(-(h > 0 if never else i)[...])


def main() -> None:
    i = jnp.arange(3, dtype=jnp.int8)
    f(i.astype(jnp.float16), i)
