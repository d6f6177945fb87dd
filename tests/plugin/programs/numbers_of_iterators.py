"""Numbers whose values an iterator, a tuple or a call supplies, in variables that also hold numbers of another class."""

import jax.numpy as jnp
from jaxtyping_promo import Array, int32


def halves() -> list[float]:
    return [0.5, 1.5]


def half_and_one() -> tuple[float, int]:
    return 0.5, 1


def iterated(x: Array[int32]) -> None:
    for k in halves():
        reveal_type(x * k)
    k = 1
    reveal_type(x * k)


def iterated_twice(x: Array[int32]) -> None:
    for k in halves():
        reveal_type(x * k)
    for k in range(2):
        reveal_type(x * k)
    reveal_type(x * k)


def counted(x: Array[int32], k: float = 0.5) -> None:
    reveal_type(x * k)
    for k in range(2):
        reveal_type(x * k)
    reveal_type(x * k)
    reveal_type(jnp.broadcast_to(k, (3,)))


def enumerated(x: Array[int32], k: float = 0.5) -> None:
    for k, y in enumerate([x, x]):
        reveal_type(y * k)
    reveal_type(jnp.broadcast_to(k, (3,)))


def unpacked(x: Array[int32], k: float = 0.5) -> None:
    a, n = half_and_one()
    reveal_type(x * a)
    reveal_type(x * n)
    a = 1
    reveal_type(x * a)
    n, k = 2, n
    reveal_type(x * k)


def main() -> None:
    x = jnp.ones(3, jnp.int32)
    iterated(x)
    iterated_twice(x)
    counted(x)
    enumerated(x)
    unpacked(x)
