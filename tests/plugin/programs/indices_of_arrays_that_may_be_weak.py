# [tool.jaxtyping-promo]
# x64 = true
"""Indices of the greatest items of arrays that may be weak: they are weak where the arrays are."""

import jax
import jax.numpy as jnp
from jax import lax


def f(x: jax.Array, mask: jax.Array) -> None:
    doubled = [t * 2 for t in (x.astype(jnp.float32), mask.astype(bool))]
    reveal_type(lax.top_k(doubled[0], 2)[1])
    reveal_type(lax.top_k(doubled[-1], 2)[1])
    reveal_type(lax.approx_max_k(doubled[-1] * 0.5, 2)[1])
    reveal_type(lax.approx_min_k(doubled[-1] * 0.5, 2)[1])
    reveal_type(lax.top_k(x if x.ndim > 1 else mask * 0.5, 2)[1])
    reveal_type(lax.top_k(x.astype(jnp.float16) if x.ndim > 1 else x.astype(jnp.int8), 2)[1])


def main() -> None:
    f(jnp.ones(3), jnp.ones(3, bool))
    f(jnp.ones((3, 3)), jnp.ones((3, 3), bool))
