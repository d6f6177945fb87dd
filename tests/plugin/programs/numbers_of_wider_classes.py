"""Variables that hold a number of another class than mypy says, and variables that are declared again."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float16


def wider() -> None:
    n = 2
    n = 2.5  # type: ignore[assignment]
    reveal_type(jnp.ones(3, int) * n)
    reveal_type(jnp.ones(3, int) * (n + 1))
    m = len("ab")
    for _ in range(2):
        m *= 0.5  # type: ignore[assignment]
    reveal_type(jnp.ones(3, int) * m)
    k = len("ab")
    for _ in range(2):
        k = k * 2
    reveal_type(jnp.ones(3, bool) * k)
    b = True
    b = not 0.5
    reveal_type(jnp.ones(3, bool) * b)


class Counter:
    def __init__(self) -> None:
        self.n = 2

    def halve(self) -> None:
        self.n = self.n / 2  # type: ignore[assignment]
        reveal_type(jnp.ones(3, int) * self.n)


def declared_again(c: bool) -> None:
    if c:
        x = 2.0
    x: float = 3 // 2  # type: ignore[no-redef]
    reveal_type(jnp.ones(3, bool) << x)
    if c:
        n = 2
    n: float = 3.0  # type: ignore[no-redef]
    reveal_type(jnp.ones(3, bool) * n)


def arrays_declared_again() -> None:
    x = jnp.ones(3)
    reveal_type(x)
    x: Array[float16] = x.astype(jnp.float16)  # type: ignore[no-redef]
    reveal_type(x)
    y: jax.Array = jnp.ones(3)
    reveal_type(y)
    y: jax.Array = jnp.ones(3, int)  # type: ignore[no-redef]
    reveal_type(y)


def replaced_by_an_array() -> None:
    for k in range(2):
        reveal_type(jnp.ones(3, int) * k)
    k = np.array([0.5, 1, 2])  # type: ignore[assignment]
    reveal_type(jnp.ones(3, int) * k)


def main() -> None:
    wider()
    Counter().halve()
    declared_again(False)
    arrays_declared_again()
    replaced_by_an_array()
