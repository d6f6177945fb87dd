"""Variables that hold a list, dict or tuple literal, and later a literal with another dtype."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, y: H) -> None:
    l = [x * 1, x * 1]
    l = [y * 1, y * 1]
    d = {"a": x * 1, "b": x * 1}
    d = {"a": y * 1, "b": y * 1}
    t = (x * 1, x * 1)
    t = (y * 1, y * 1)
    m = [jnp.sin(x), jnp.cos(x)]
    m = list(y * k for k in range(2))
    reveal_type(m[0])


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h)
