"""A list and a dict that change through a method in a variable."""

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float16, int8


def appended(x: Array[float16], y: Array[int8]) -> None:
    ys = jax.tree.map(lambda t: jax.jit(lambda v: v + y)(y), [y, y])
    add = ys.append
    add(jnp.power(x, 2))
    reveal_type(ys[-1])


def updated(x: Array[float16], y: Array[int8]) -> None:
    ys = jax.tree.map(lambda t: jax.jit(lambda v: v + y)(y), {"a": y})
    put = ys.update
    put(a=x)
    reveal_type(ys["a"])


def main() -> None:
    x, y = jnp.ones(3, jnp.float16), jnp.ones(3, jnp.int8)
    appended(x, y)
    updated(x, y)
