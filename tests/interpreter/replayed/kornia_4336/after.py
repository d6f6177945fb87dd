"""kornia/kornia#4336: the pixel grid of a mask has the float16 dtype of the boxes."""

import jax.numpy as jnp


def box_to_mask(box, width, height):
    box = box.astype(jnp.float32)
    columns = jnp.arange(width, dtype=jnp.float32)
    rows = jnp.arange(height, dtype=jnp.float32)
    inside = (columns >= box[0]) & (columns <= box[2])
    return inside[None, :] & ((rows >= box[1]) & (rows <= box[3]))[:, None]


box_to_mask(jnp.array([1000, 1000, 4090, 3000], jnp.float16), 4096, 4096)
