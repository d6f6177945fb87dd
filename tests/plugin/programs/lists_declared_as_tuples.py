"""`lax.top_k` returns a list, though JAX's own annotation says that it returns a tuple."""

import jax.numpy as jnp
from jax import lax


def main() -> None:
    h = jnp.ones(3, jnp.float16)
    values, indices = lax.top_k(h, 2)
    reveal_type(values)
    reveal_type(indices)
    reveal_type(lax.top_k(h, 2))
