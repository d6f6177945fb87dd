"""google/flax#4008: an option for a wide softmax does not reach the function that computes the softmax."""

import jax
import jax.numpy as jnp


def attend(query, key, value, wide=False):
    if wide:
        query, key = query.astype(jnp.float32), key.astype(jnp.float32)
    weights = jax.nn.softmax(jnp.einsum("qd,kd->qk", query, key))  # told: policy-softmax
    return weights.astype(value.dtype) @ value


class Attention:
    def __init__(self, wide):
        self.wide = wide

    def __call__(self, x):
        return attend(x, x, x)


Attention(wide=True)(jnp.ones((4, 8), jnp.bfloat16))
