"""Normalization layers of flax.nnx for arrays that are not float32."""

import jax.numpy as jnp
from flax import nnx


def main() -> None:
    rngs = nnx.Rngs(0)
    reveal_type(nnx.LayerNorm(3, rngs=rngs)(jnp.ones((4, 3), jnp.bfloat16)))
    reveal_type(nnx.RMSNorm(3, rngs=rngs)(jnp.ones((4, 3), jnp.float16)))
