"""Lists that another function widens, or that one function reads before it widens them."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H) -> None:
    xs = [x]

    def g() -> None:
        reveal_type(xs[-1])

    xs.append(h)
    g()
    ys = [x]
    add = lambda v: ys.append(v)
    add(h)
    reveal_type(ys[-1])


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h)
