"""A model that declares nothing: `jaxtyping-promo check` names the line that turns bfloat16 into float32."""

import jax
import jax.numpy as jnp
import numpy as np


def init(key, size):
    return {"w": jax.random.normal(key, (size, size), jnp.bfloat16)}


def forward(params, x):
    x = x / np.sqrt(x.shape[-1])
    return jax.nn.relu(x @ params["w"])


params = init(jax.random.key(0), 64)
hidden = forward(params, jnp.ones((8, 64), jnp.bfloat16))
