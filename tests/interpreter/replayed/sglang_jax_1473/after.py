"""sgl-project/sglang-jax#1473: the rates of a rotary embedding are rounded before they meet float32 positions."""

import jax.numpy as jnp


def tables(positions, dtype):
    rates = 10_000.0 ** (-jnp.arange(0, 32, 2, dtype=jnp.float32) / 32)
    angles = jnp.einsum("i,j->ij", positions.astype(jnp.float32), rates)
    return jnp.cos(angles).astype(dtype), jnp.sin(angles).astype(dtype)


tables(jnp.arange(4096), jnp.bfloat16)
