"""Attention of equinox."""

from typing import assert_type

import equinox as eqx
import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float16, float32


def main() -> None:
    key = jax.random.key(0)
    attention = eqx.nn.MultiheadAttention(2, 4, key=key)
    rows = jnp.ones((5, 4), jnp.float16)
    assert_type(attention(rows, rows, rows), Array[float32])
    reveal_type(attention(rows, rows, rows))
    reveal_type(attention(rows, rows, rows, mask=jnp.ones((5, 5), bool)))
    half_attention = eqx.nn.MultiheadAttention(2, 4, dtype=jnp.float16, use_output_bias=True, key=key)
    assert_type(half_attention(rows, rows, rows), Array[float16])
    reveal_type(half_attention(rows, rows, rows))
    reveal_type(half_attention(rows, rows, rows.astype(jnp.float32)))
    reveal_type(eqx.nn.MultiheadAttention(2, 4, dropout_p=0.5, key=key)(rows, rows, rows, key=key))



main()
