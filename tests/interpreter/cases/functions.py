"""Functions that lose values, reject a dtype, or promote by themselves."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

half, single, whole = jnp.ones(3, jnp.float16), jnp.float32([1, 2, 3]), jnp.arange(3)
mask, brain, words = whole > 0, jnp.ones(3, jnp.bfloat16), jnp.arange(3, dtype=jnp.uint32)


def masked(scores):
    return jnp.where(mask, scores, np.float32(-1))  # N: dtype-upcast


def scattered(table, rows, values):
    return table.at[rows].add(values)  # N: dtype-scatter


masked(brain)
masked(single)
scattered(whole, whole, single)
scattered(single, whole, single)
jnp.maximum(words, whole)  # N: dtype-range
jnp.concatenate([words, whole])  # N: dtype-range
jnp.hypot(half, brain)  # N: dtype-upcast
brain.astype(jnp.float16)  # N: dtype-range
lax.convert_element_type(brain, jnp.float16)  # N: dtype-range
jnp.multiply(brain, single)  # N: dtype-implicit
jnp.stack([single, half])  # N: dtype-implicit
lax.mul(half, single)  # E: dtype-promotion
lax.select(mask, half, single)  # E: dtype-promotion
lax.tanh(whole)  # E: dtype-unsupported
jnp.round(mask)  # E: dtype-unsupported
jax.nn.softmax(single, where=whole)  # E: dtype-unsupported
jnp.linalg.inv(jnp.eye(3, dtype=jnp.bfloat16))  # E: dtype-unsupported
jnp.take(single, single)  # E: dtype-index
single[single]  # E: dtype-index
single.at[single].set(0)  # E: dtype-index
single[len(single) / 2]  # E: dtype-index
lax.dynamic_slice(single, (jnp.int8(0),), (2,))
lax.dynamic_slice(jnp.eye(3), (jnp.int8(0), 0), (2, 2))  # E: dtype-index
jnp.where(mask, half, 0.0)
jnp.concatenate([half, half])
