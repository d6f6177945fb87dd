"""Sums whose items have an unknown dtype, whose start is a number of another class, or that can't be empty."""

from typing import Any

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, int8

H = Array[float16]
I = Array[int8]


def f(h: H, i: I, u: Any, k: float = 1) -> None:
    reveal_type(sum([i, u], h))
    reveal_type(sum([u, u], h))
    reveal_type(sum([u, i]))
    reveal_type(sum([u * 1, i]).sum())
    reveal_type(sum({"a": i, "b": i}.values(), k))
    reveal_type(sum([i, i], k))
    reveal_type(sum([h, h], 0.5).sum())
    reveal_type(sum(t for t in (i, i)).sum())
    reveal_type(sum(t * 2 for t in {"a": i, "b": h}.values()).sum())
    reveal_type(sum([t for t in (h, h)], 0.5).sum())


def main() -> None:
    i = jnp.arange(3, dtype=jnp.int8)
    f(i.astype(jnp.float16), i, i.astype(jnp.complex64))
