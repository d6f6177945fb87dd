"""AI-Hypercomputer/maxtext#4136: the logits of a sparse index overflow in a narrow dtype."""

import jax
import jax.numpy as jnp


def index_scores(query, key, weights):
    logits = jnp.einsum("thd,sd->tsh", query.astype(jnp.float32), key.astype(jnp.float32))
    return jnp.einsum("tsh,th->ts", jax.nn.relu(logits), weights.astype(jnp.float32))


x = jnp.ones((4, 2, 8), jnp.bfloat16)
index_scores(x, x[:, 0], x[..., 0])
