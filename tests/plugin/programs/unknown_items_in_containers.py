"""Lists and dicts of a known dtype to which an array of unknown dtype is added."""

from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float32

F = Array[float32]


def f(x: F, u: jax.Array, g: Any) -> None:
    d = {"a": x * 1}
    d["a"] = u
    reveal_type(d["a"])
    l = [x * 1]
    l.append(g(x))
    reveal_type(l[1])
    m = [x * 1]
    m = [u]
    reveal_type(m[0])
    k = [x * 1]
    k.extend([u])
    reveal_type(k[1])


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    u = jnp.arange(3, dtype=jnp.int8)
    f(x, u, lambda v: u)
