"""Limits of a dtype beside an array are scalars of that dtype; anywhere else, programs use them as Python floats."""

import jax
import jax.numpy as jnp
import numpy as np

f = jnp.ones(3)
h = jnp.ones(3, jnp.float16)
b = jnp.ones(3, jnp.bfloat16)
i = jnp.ones(3, jnp.int8)
mask = f > 0

reveal_type(h + jnp.finfo(h.dtype).eps)
reveal_type(f / (f.sum() + jnp.finfo(f.dtype).tiny))
reveal_type(b + jnp.finfo(b.dtype).eps)
reveal_type(b + jnp.finfo(jnp.float32).eps)
reveal_type(i + jnp.finfo(jnp.bfloat16).eps)
reveal_type(jnp.finfo(h.dtype).eps * h)
reveal_type(-jnp.finfo(h.dtype).max + h)
reveal_type(h - -jnp.finfo(h.dtype).max)
reveal_type(mask * jnp.finfo(h.dtype).min)
reveal_type(h > jnp.finfo(h.dtype).eps)
reveal_type(f + np.finfo(np.float32).eps)
reveal_type(f + jnp.finfo(jnp.float64).eps)
reveal_type(i + jnp.iinfo(i.dtype).max)


def scaled(x: jax.Array) -> jax.Array:
    return x / (x.max() + jnp.finfo(x.dtype).eps)


reveal_type(scaled(h))
reveal_type(scaled(b))

tolerance: float = 10 * jnp.finfo(f.dtype).eps
smallest: float = 2 + jnp.finfo(jnp.bfloat16).tiny
total: float = jnp.finfo(f.dtype).eps + jnp.finfo(h.dtype).eps
