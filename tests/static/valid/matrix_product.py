"""A matrix product with an operand whose type allows a scalar, and whose value is an array."""

import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxtyping_promo import Array, float32


def projected(x: Array[float32], m: ArrayLike) -> object:
    return x @ m


print(projected(jnp.ones((2, 3)), jnp.ones((3, 2))))
