"""The exponent is an array without dimensions whose value is known: JAX keeps the dtype of the base."""

import jax.numpy as jnp
from jaxtyping_promo import Array, int8, int32


def f(x: Array[int8], n: Array[int32]) -> None:
    reveal_type(x**n)


def main() -> None:
    f(jnp.arange(3, dtype=jnp.int8), jnp.int32(3))
