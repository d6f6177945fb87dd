"""The results of `jit`, `scan` and `fori_loop` are arrays, even if the function returns a Python number."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import Array, float16, int32

H = Array[float16]
I = Array[int32]


@jax.jit
def k(v: I) -> tuple[int, float]:
    return 3, 2.0


def f(h: H, i: I) -> None:
    reveal_type(jax.jit(lambda v: np.ones(3))(1))
    reveal_type(lax.scan(lambda c, v: (c, v), 0, h)[0])
    reveal_type(lax.fori_loop(0, 2, lambda n, c: c, 1))
    reveal_type(k(i))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    i = jnp.arange(3, dtype=jnp.int32)
    f(h, i)
