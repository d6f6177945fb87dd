"""Indices that JAX rejects because of their dtype; JAX accepts the last ones."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

x = jnp.arange(6.0).reshape(2, 3)
f, i, u = jnp.float32(1), jnp.int32(1), jnp.uint8(1)
fs, bs = jnp.array([0.0, 1.0]), jnp.array([True, False])
x[1.5]
x[fs]
x[0, fs]
x[f:2]
x[0.0:2]
x[:, :1.5]
x[np.float32(1)]
x[([0.5, 1],)]
x[len(x) / 2]
x.at[fs].set(1)
x.at[0, fs].add(1)
jnp.take(x, fs)
x.take(fs)
jnp.take_along_axis(x, x, 0)
jnp.take_along_axis(x, x > 0, 0)
lax.dynamic_slice(x, (0.0, 0.0), (1, 1))
lax.dynamic_slice(x, (f, i), (1, 1))
lax.dynamic_slice_in_dim(x, f, 1)
lax.dynamic_index_in_dim(x, 1.5)
lax.dynamic_update_slice(x, x, (f, f))
lax.switch(1.5, [lambda: 1, lambda: 2])
lax.switch(True, [lambda: 1, lambda: 2])
jnp.delete(x, f)
jnp.bincount(fs)
jax.ops.segment_sum(x, fs, 2)

x[i:2], x[bs], x[u], x[True], x[bs, 0], x[i, ...], x[None], x[:, None], x[np.array([0])], x[(0, 1)], x[([0],)]
jnp.take(x, bs), x.at[i].set(1), lax.switch(u, [lambda: 1, lambda: 2]), lax.dynamic_slice(x, (i, 0), (1, 1))
x[len(x) // 2], x[np.int8(0) :], x.take(u), jax.ops.segment_sum(x, jnp.array([0, 1]), 2)
