"""A method of the result of a jitted lambda, which has one of two dtypes."""

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, int32


def rounded(x: Array[int32], n: int = 2) -> None:
    b = jnp.ones(3, jnp.bool_)
    reveal_type(jax.jit(lambda v: b if n == 3 else v)(x).round())


def main() -> None:
    rounded(jnp.ones(3, jnp.int32))
