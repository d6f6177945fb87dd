"""Convolutions and normalization of equinox."""

from typing import assert_type

import equinox as eqx
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float32


def main() -> None:
    key = jax.random.key(0)
    image = jnp.ones((1, 8, 8))
    convolution = eqx.nn.Conv2d(1, 2, 3, key=key)
    assert_type(convolution(image), Array[float32])
    reveal_type(convolution(image))
    reveal_type(eqx.nn.Conv2d(1, 2, 3, dtype=jnp.bfloat16, key=key)(image.astype(jnp.bfloat16)))
    reveal_type(eqx.nn.GroupNorm(1, 1)(image.astype(jnp.float16)))

main()
