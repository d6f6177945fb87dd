"""A tuple with unpacked items in a variable that held a tuple of two arrays before."""

import jax
import jax.numpy as jnp


def main() -> None:
    x = jnp.ones(3)
    y = jax.checkpoint(lambda v: v * 2)(x)
    pair = (x > 0, jnp.all(x))
    reveal_type(pair)
    if x.dtype == jnp.float16:
        pair = (y >= x, jnp.all(x))
    else:
        pair = (*[y, y], x)
    reveal_type(pair)
