"""marin-community/marin#8217: the forward pass rounds the logits, and the backward pass does not."""

import jax
import jax.numpy as jnp


def block_statistics(hidden, block):
    logits = jnp.einsum("td,dv->tv", hidden, block, preferred_element_type=jnp.float32)
    top = jnp.max(logits, axis=-1)
    return top, jnp.sum(jnp.exp(logits - top[:, None]), axis=-1)


hidden, head = jnp.ones((8, 16), jnp.bfloat16), jnp.ones((16, 32), jnp.bfloat16)
top, total = jax.jit(block_statistics)(hidden, head)
loss = jnp.mean(top + jnp.log(total))
