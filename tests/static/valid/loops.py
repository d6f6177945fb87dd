"""Valid code in which no checker has an error: loops without an input sequence, with lambdas as bodies."""

import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import Array, float16


def program(x: Array[float16]) -> None:
    doubled, nothing = lax.scan(lambda s, _: (s * 2, None), x, None, length=3)
    print(doubled.dtype, nothing, lax.scan(lambda s, _: (s * 2, s), x, length=3)[1].shape)
    pair, _ = lax.scan(lambda s, _: ((s[0] * 2, s[1] + 1), None), (x, 0), None, 3)
    number, _ = lax.scan(lambda s, _: (s * 2.0, None), 1.0, None, length=3)
    print(pair[0].dtype, number.dtype, lax.scan(lambda s, y: (s + y, s), x[0], x)[0].dtype)
    print(lax.cond(x[0] > 0, lambda y: y * 2, lambda y: y, x).dtype, lax.map(lambda y: y * 2, x).dtype)


program(jnp.zeros(3, jnp.float16))
