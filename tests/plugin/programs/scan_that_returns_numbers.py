"""A `scan` whose body returns a Python number."""

import jax
import jax.numpy as jnp
from jax import lax


def run(xs: jax.Array) -> jax.Array:
    last, count = lax.scan(lambda c, x: (c, 1), jnp.float32(0), xs)
    reveal_type(last)
    reveal_type(count)
    return last


def main() -> None:
    reveal_type(run(jnp.ones(3)))
