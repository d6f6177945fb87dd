"""huggingface/diffusers#13920: positions from 65536 on are multiplied in bfloat16, and are all the same number."""

import jax.numpy as jnp

OFFSET = 65536


def rotary(width, height, dtype):
    positions = OFFSET + jnp.arange(width * height)
    rates = 10_000.0 ** (-jnp.arange(0, 32, 2, dtype=jnp.float32) / 32)
    angles = jnp.outer(positions.astype(dtype), rates.astype(dtype))  # told: dtype-positions
    return jnp.cos(angles).astype(dtype), jnp.sin(angles).astype(dtype)


rotary(64, 64, jnp.bfloat16)
