"""p-doom/jasmine#123: NumPy divides a bfloat16 video by a Python number, and returns float32."""

import jax.numpy as jnp
import numpy as np


def sample(params, frames):
    video = jnp.asarray(frames).astype(params["w"].dtype) / 255.0
    return video @ params["w"]


sample({"w": jnp.ones((16, 4), jnp.bfloat16)}, np.zeros((2, 16), np.uint8))
