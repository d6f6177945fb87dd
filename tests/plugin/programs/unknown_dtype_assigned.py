"""Variables of a known dtype to which an array of unknown dtype is assigned."""

from typing import Callable

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float32

F = Array[float32]


def f(x: F, u: jax.Array, g: Callable[[jax.Array], jax.Array], d: dict[str, F], us: list[jax.Array]) -> None:
    y = x
    y = g(y)
    reveal_type(y)
    z = d["a"]
    z = u * 1
    reveal_type(z)
    w = lax.scan(lambda c, t: (c * 2, None), x, None, 2)[0]
    w = u
    reveal_type(w)
    for v in [x]:
        pass
    for v in us:
        reveal_type(v)


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    u = jnp.arange(3, dtype=jnp.int8)
    f(x, u, lambda v: u, {"a": x}, [u])
