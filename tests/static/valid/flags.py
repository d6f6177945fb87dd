"""Valid code in which no checker has an error: flags that make a function return something else."""

import jax.numpy as jnp

from jaxtyping_promo import Array, float16


def program(x: Array[float16], both: bool) -> None:
    values, counts = jnp.unique(x, return_counts=True)
    _, where, back = jnp.unique(x, True, True)
    print(values.dtype, counts.astype(int) + 1, where.dtype, x[back].dtype)
    print(jnp.unique(x, size=3).dtype, jnp.unique(x, return_counts=both))
    points, step = jnp.linspace(0, 1, 5, retstep=True)
    print(points.dtype, step)
    x, y = jnp.broadcast_arrays(*[x, x])
    print(jnp.block([[x[:, None], 1.0 + y[:, None]]]).dtype, jnp.block([[x[:1], 2.0]]).dtype)


program(jnp.zeros(3, jnp.float16), True)
