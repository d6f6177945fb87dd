"""Sums of boolean arrays within lists and dicts."""

import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, float32

F = Array[float32]
B = Array[bool_]


def f(x: F, m: B) -> None:
    d = {"a": x, "b": sum([m, m])}
    l = [x * 1, sum([m, m])]


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    b = x > 0
    f(x, b)
