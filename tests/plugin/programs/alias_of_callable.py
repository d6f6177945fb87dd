"""An alias of a `Callable` over dtype classes."""

from collections.abc import Callable

import jax.numpy as jnp

Score = Callable[[jnp.float32, jnp.ndarray], jnp.float32]  # type: ignore[valid-type]


def best(score: Score, x: jnp.ndarray) -> jnp.ndarray:
    return score(x[0], x) * 2.0


def main() -> None:
    reveal_type(best(lambda first, x: first, jnp.ones(3)))
