"""NumPy's `float64` is a `float` to mypy, and is not weak to JAX."""

import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, bfloat16

BF = Array[bfloat16]


def f(x: BF, s: float = np.sqrt(2.0)) -> None:
    reveal_type(x * s)
    t: float = np.float64(0.5)
    reveal_type(x * t)
    z = 2.0
    for _ in range(2):
        reveal_type(x * z)
        z = z * np.float64(2)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    bf = x.astype(jnp.bfloat16)
    f(bf)
