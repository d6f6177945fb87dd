"""AI-Hypercomputer/maxtext#1225: the wide product of queries and keys is on in training only."""

import jax
import jax.numpy as jnp


def attend(query, key, mode, wide_product):
    if wide_product and mode == "train":
        query, key = query.astype(jnp.float32), key.astype(jnp.float32)
    return jax.nn.softmax(jnp.einsum("qd,kd->qk", query, key))  # told: policy-softmax


x = jnp.ones((4, 8), jnp.bfloat16)
attend(x, x, "decode", wide_product=True)
