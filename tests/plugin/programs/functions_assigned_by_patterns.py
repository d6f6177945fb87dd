"""Variables that hold a lambda and are assigned again by a pattern or a walrus."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16

H = Array[float16]


def f(h: H) -> None:
    f = lambda v: v + 1
    match lambda v: v > 0:
        case f:
            pass
    reveal_type(f(h))
    g = lambda v: v + 1
    [g := (lambda v: v > 0) for _ in range(2)]
    reveal_type(g(h))


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(h)
