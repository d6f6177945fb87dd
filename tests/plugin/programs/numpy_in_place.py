"""In-place operators on NumPy values, with JAX arrays."""

import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, bfloat16, float16

H = Array[float16]
BF = Array[bfloat16]


def f(bf: BF, h: H) -> None:
    a = np.zeros(3, np.float16)
    a += bf
    reveal_type(a * h)
    b = np.float16(1)
    b += bf
    reveal_type(b * h)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    bf = x.astype(jnp.bfloat16)
    f(bf, h)
