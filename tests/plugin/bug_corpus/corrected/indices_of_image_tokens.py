# The places of image tokens are computed as floats.
# Source: https://github.com/keras-team/keras-hub/pull/2305
import jax.numpy as jnp

embeddings = jnp.ones((6, 2))
places = jnp.floor(jnp.linspace(0, 5, 3)).astype(jnp.int32)
jnp.take(embeddings, places, axis=0)
