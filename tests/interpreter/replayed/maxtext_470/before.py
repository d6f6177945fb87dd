# not told: weights in bfloat16 are legal; `check --audit` does not try the parameters of an `__init__`
"""AI-Hypercomputer/maxtext#470: the weights have the dtype of the computation instead of their own."""

import jax
import jax.numpy as jnp


class Norm:
    def __init__(self, size, dtype, weight_dtype):
        self.dtype = dtype
        self.scale = jnp.ones(size, dtype)  # told: policy-params

    def __call__(self, x):
        mean = jnp.mean(jnp.square(x.astype(jnp.float32)), axis=-1, keepdims=True)
        y = (x * jax.lax.rsqrt(mean + 1e-6).astype(self.dtype)).astype(self.dtype)
        return y * self.scale.astype(self.dtype)


Norm(8, jnp.bfloat16, jnp.float32)(jnp.ones((2, 8), jnp.bfloat16))
