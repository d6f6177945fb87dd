"""Sums of tuples. The sum of a tuple that has items is never the int 0, whether or not the items' dtypes are known."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float16


def f(x: Array[float16], y: jax.Array) -> None:
    sums = {"first": x, "second": y}
    pair = x, jnp.roll(y, 1)
    sums["first"] = sum(pair)
    reveal_type(sums["first"])
    mixed = x - np.sin(np.ones(3, np.float32)), x
    sums["second"] = sum(mixed)
    reveal_type(sum(mixed))
    one = (x,)
    reveal_type(sum(one))
    reveal_type(sum(one, x))


def main() -> None:
    f(jnp.ones(3, jnp.float16), jnp.ones(3))
