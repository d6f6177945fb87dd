"""Scans of an item of a list or dict that has items of several dtypes."""

import jax.numpy as jnp
from jax import lax


def main() -> None:
    x, y = jnp.ones(3, jnp.float16), jnp.ones(3)
    last = lax.associative_scan(jnp.add, [x, y][-1])
    reveal_type(last)
    named = lax.associative_scan(jnp.add, {"a": x, "b": y}["a"])
    reveal_type(named)
    reveal_type(lax.associative_scan(jnp.add, y))
    reveal_type(lax.associative_scan(jnp.add, x))
