"""mypy's conditions on attributes, properties and items survive a call that changes them."""

import jax
import jax.numpy as jnp


class Model:
    def __init__(self) -> None:
        self.ready = False
        self.count = 0

    def prepare(self) -> None:
        self.ready = True

    @property
    def is_first(self) -> bool:
        self.count += 1
        return self.count == 1

    def run(self, x: jax.Array) -> jax.Array:
        if not self.ready:
            self.prepare()
            if self.ready:
                return x * 0.5
        return x

    def step(self, x: jax.Array) -> jax.Array:
        if self.is_first and not self.is_first:
            return x * 0.5
        return x


def in_a_list(x):
    best = [None]

    def visit(v):
        best[0] = v

    visit(x)
    if best[0] is None:
        return x
    return x * 0.5


def main() -> None:
    i = jnp.arange(3)
    reveal_type(Model().run(i))
    reveal_type(Model().step(i))
    reveal_type(in_a_list(i))
