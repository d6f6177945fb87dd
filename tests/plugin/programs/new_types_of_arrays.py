"""Values of a `NewType` over arrays, which stay values of that type."""

from typing import NewType

import jax
import jax.numpy as jnp

Weights = NewType("Weights", jax.Array)
START = Weights(jnp.ones(2))


def doubled(w: Weights) -> Weights:
    return Weights(w * 2)


def or_zeros(w: Weights | None) -> Weights:
    return Weights(jnp.zeros(2, jnp.int8)) if w is None else w


class Model:
    def __init__(self) -> None:
        self.w = Weights(jnp.ones(3, jnp.bfloat16))


def main() -> None:
    reveal_type(START + 1)
    reveal_type(jnp.sin(doubled(START)))
    small = or_zeros(None)
    doubled(jax.jit(doubled)(small))
    doubled(jax.tree.map(lambda leaf: leaf, small))
    again: Weights = jax.tree.map(lambda leaf: leaf, small)
    or_zeros(jax.tree.map(lambda leaf: leaf, again))
    for w in [START, small]:
        doubled(w)
    doubled(jax.lax.fori_loop(0, 2, lambda i, w: doubled(w), Model().w))
    reveal_type(Model().w * 2)
