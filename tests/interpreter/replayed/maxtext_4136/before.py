"""AI-Hypercomputer/maxtext#4136: the logits of a sparse index overflow in a narrow dtype."""

import jax
import jax.numpy as jnp


def index_scores(query, key, weights):
    logits = jnp.einsum("thd,sd->tsh", query, key)  # told: policy-accumulate
    return jnp.einsum("tsh,th->ts", jax.nn.relu(logits), weights)  # told: policy-accumulate


x = jnp.ones((4, 2, 8), jnp.bfloat16)
index_scores(x, x[:, 0], x[..., 0])
