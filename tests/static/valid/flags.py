"""Valid code in which no checker has an error: flags that change the kind of a function's result."""

import jax.numpy as jnp
from jax.scipy import linalg
from jax.scipy.linalg import eigh_tridiagonal
from jax.scipy.special import logsumexp

from jaxtyping_promo import Array, float32


def program(x: Array[float32], both: bool) -> None:
    values, counts = jnp.unique(x, return_counts=True)
    _, where, back = jnp.unique(x, True, True)
    print(values.dtype, counts.astype(int) + 1, where.dtype, x[back].dtype)
    print(jnp.unique(x, size=3).dtype, jnp.unique(x, return_counts=both))
    points, step = jnp.linspace(0, 1, 5, retstep=True)
    print(points.dtype, step)
    (log, sign), total = logsumexp(x, return_sign=True), logsumexp(x, return_sign=False)
    print(log + sign * total, jnp.average(x, returned=True)[0] + jnp.average(x, returned=False))
    square = x[:, None] * x
    print(jnp.linalg.svd(square, compute_uv=False).sum() + jnp.linalg.svd(square)[1])
    alone = eigh_tridiagonal(x, x[1:], eigvals_only=True)
    print(alone + 1, jnp.allclose(alone, linalg.eigh(square, eigvals_only=True)), linalg.qr(square, mode="r")[0])
    x, y = jnp.broadcast_arrays(*[x, x])
    print(jnp.block([[x[:, None], 1.0 + y[:, None]]]).dtype, jnp.block([[x[:1], 2.0]]).dtype)


program(jnp.zeros(3, jnp.float32), True)
