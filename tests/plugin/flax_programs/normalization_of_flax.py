"""Normalization layers of flax.nnx, which put their parameters into a list. A bias of zero counts as no bias for flax."""

from typing import assert_type

import jax.numpy as jnp
from flax import nnx

from jaxtyping_promo import Array, float32


def main() -> None:
    rngs = nnx.Rngs(0)
    x, halves = jnp.ones((2, 3)), jnp.ones((2, 3), jnp.float16)
    norm = nnx.LayerNorm(3, rngs=rngs)
    assert_type(norm(x), Array[float32])
    reveal_type(norm(x))
    reveal_type(norm(halves))
    assert_type(nnx.GroupNorm(3, num_groups=1, rngs=rngs)(x), Array[float32])
    reveal_type(nnx.GroupNorm(3, num_groups=1, rngs=rngs)(x))
    batch = nnx.BatchNorm(3, rngs=rngs)
    assert_type(batch(x), Array[float32])
    reveal_type(batch(x))
    reveal_type(batch(halves))
    reveal_type(nnx.RMSNorm(3, rngs=rngs)(x))
    reveal_type(nnx.LayerNorm(1, use_scale=False, rngs=rngs)(halves[:, :1]))


main()
