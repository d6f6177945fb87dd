"""EleutherAI/gpt-neox#1003: the angles of a rotary embedding are computed in half precision."""

import jax.numpy as jnp


class Rotary:
    def __init__(self, size, dtype):
        self.rates = (10_000.0 ** (-jnp.arange(0, size, 2, dtype=jnp.float32) / size)).astype(jnp.float32)

    def __call__(self, length, dtype):
        positions = jnp.arange(length).astype(self.rates.dtype)
        angles = jnp.einsum("i,j->ij", positions, self.rates)
        table = jnp.concatenate((angles, angles), axis=-1)
        return jnp.cos(table).astype(dtype), jnp.sin(table).astype(dtype)


Rotary(32, jnp.bfloat16)(2048, jnp.bfloat16)
