"""kornia/kornia#3966: the default epsilon 1e-8 is 0 in float16, so that a quaternion without rotation gives NaN."""

import jax.numpy as jnp


def exp_to_log(quaternion, epsilon=1.0e-8):
    vector, scalar = quaternion[..., 1:], quaternion[..., :1]
    norm = jnp.maximum(jnp.linalg.norm(vector, axis=-1, keepdims=True), epsilon)  # told: dtype-range
    return vector * jnp.arccos(jnp.clip(scalar, -1.0, 1.0)) / norm


exp_to_log(jnp.array([1.0, 0.0, 0.0, 0.0], jnp.float16))
