"""Valid code in which the plugin has no error: operators on operands declared as `ArrayLike`."""

import jax.numpy as jnp
from jax.typing import ArrayLike

from jaxtyping_promo import Array, bool_, float32, int32


def show(value: object) -> None:
    print(value)


def program(m: ArrayLike, b: Array[bool_], i: Array[int32], x: Array[float32]) -> None:
    show(m & b)
    show(b & m)
    show(m | b)
    show(m << i)
    show(i << m)
    show(m % x)
    show(x % m)
    show(m // x)
    show(x // m)
    mask = m
    mask |= b
    show(mask)


program(jnp.ones(3, bool), jnp.ones(3, bool), jnp.ones(3, jnp.int32), jnp.ones(3))
