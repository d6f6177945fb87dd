"""Attributes that a called method assigns, or that are assigned through another name of the object."""

import jax.numpy as jnp


class M:
    def __init__(self) -> None:
        self.w = jnp.zeros(3)

    def cast(self) -> None:
        self.w = self.w.astype(jnp.float16)

    def step(self, other: "M") -> None:
        self.w = jnp.ones(3)
        self.cast()
        reveal_type(self.w)
        self.w = jnp.ones(3)
        other.w = jnp.zeros(3, jnp.int8)
        reveal_type(self.w)


def main() -> None:
    m = M()
    m.step(m)
