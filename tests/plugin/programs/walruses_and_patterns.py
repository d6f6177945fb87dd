"""Variables assigned again by a walrus or a pattern."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H) -> None:
    y = x + 1
    if (y := h + 1).sum() >= 0:
        reveal_type(y)
    if (z := h + 1).sum() >= 0:
        z = z.astype(jnp.float32)
    reveal_type(z)
    w = x + 1
    match [h]:
        case [w]:
            reveal_type(w)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    h = x.astype(jnp.float16)
    f(x, h)
