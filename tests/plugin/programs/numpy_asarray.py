"""NumPy arrays made of Python integers and booleans."""

import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float16, int32

H = Array[float16]
I = Array[int32]


def f(h: H, i: I) -> None:
    reveal_type(h * np.asarray([1, 2, 3]))
    reveal_type(i * np.asarray([1, 2, 3]))
    reveal_type(i * np.asarray([True, False, True]))
    reveal_type(jnp.where(h > 0, h, np.asarray([1, 2, 3])))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    i = jnp.arange(3, dtype=jnp.int32)
    f(h, i)
