"""marin-community/levanter#392: the final softmax and the loss are computed in bfloat16."""

import jax
import jax.numpy as jnp


def loss(logits, labels):
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * labels, axis=-1))  # told: policy-loss


loss(jnp.ones((4, 8), jnp.bfloat16), jax.nn.one_hot(jnp.arange(4), 8, dtype=jnp.bfloat16))
