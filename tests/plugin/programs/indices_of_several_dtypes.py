"""Indices of `lax.dynamic_slice`, which must all have one dtype."""

import jax.numpy as jnp
import numpy as np
from jax import lax

x, u = jnp.zeros((4, 4)), jnp.zeros((2, 2))
i32, i8, u32, i64 = jnp.int32(0), jnp.int8(0), jnp.uint32(0), np.int64(0)
lax.dynamic_slice(x, (i32, i8), (2, 2))
lax.dynamic_slice(x, [i32, u32], (2, 2))
lax.dynamic_slice(x, (0, i8), (2, 2))
lax.dynamic_slice(x, (i8, 0), (2, 2))
lax.dynamic_update_slice(x, u, (i8, u32))
lax.dynamic_update_slice(x, u, (i32, np.int8(0)))
lax.dynamic_slice(x, (0, i32), (2, 2))
lax.dynamic_slice(x, (i64, i32), (2, 2))
lax.dynamic_slice(x, (i64, np.int32(0)), (2, 2))
lax.dynamic_slice(x, (i8, i8), (2, 2))
lax.dynamic_slice(x, jnp.zeros(2, jnp.int8), (2, 2))
start = (i32, u32)
lax.dynamic_slice(x, start, (2, 2))
for k in range(2):
    lax.dynamic_update_slice(x, u, (k, 0))
    lax.dynamic_slice(x, (k, i32), (1, 1))
lax.dynamic_slice_in_dim(x, i8, 2)


def f(i: int, j, n: np.integer, m: float):
    lax.dynamic_slice(x, (i, j), (2, 2))
    lax.dynamic_slice(x, (i, n), (2, 2))
    lax.dynamic_slice(x, (i, x.shape[0] - 2), (2, 2))
    lax.dynamic_slice(x, (i, jnp.argmax(x)), (2, 2))
    lax.dynamic_slice(x, (i, np.argmax(x)), (2, 2))
