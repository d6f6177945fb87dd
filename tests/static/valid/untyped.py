"""Valid code in which no checker has an error: functions with several kinds of results, with untyped arguments."""

import jax
import jax.numpy as jnp
from jax.scipy import linalg, special


def program(x, start, many):
    print(jnp.average(x).shape, jnp.linspace(start, 1.0).shape, jnp.linspace(start, many, 5).T)
    print(special.logsumexp(x).shape, jax.nn.logsumexp(x, axis=-1).T, jnp.indices((2, 3)).shape)
    values, vectors = linalg.eigh(x)
    p, lower, upper = linalg.lu(x)
    u, s, vt = linalg.svd(x)
    q, r = linalg.qr(x)
    exponential, derivative = linalg.expm_frechet(x, x)
    unitary, triangular = jax.lax.linalg.qr(x)
    left, singular, right = jnp.linalg.svd(x)
    for array in (values, vectors, p, lower, upper, u, s, vt, q, r, exponential, derivative, unitary, triangular):
        print(array.shape)
    print(left.shape, singular.shape, right.shape)
    mean, weights = jnp.average(x, returned=True)
    points, step = jnp.linspace(start, 1.0, retstep=True)
    print(mean.shape, weights.shape, points.shape, step.shape)


def takes(x: jax.typing.ArrayLike) -> None:
    print(isinstance(x, jax.typing.ArrayLike))


program(jnp.eye(3), 0.0, 2.0)
takes(1.0)
