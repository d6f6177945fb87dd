"""Attributes that a method replaces after a function has assigned them None, a flag or a number."""

import jax
import jax.numpy as jnp


class Model:
    def __init__(self) -> None:
        self.ready = False
        self.rate = 1.0
        self.state: jax.Array | None = None
        self.steps: int | None = None

    def setup(self) -> None:
        self.ready = True
        self.rate = 0.5
        self.state = jnp.zeros(3)

    def run(self, x: jax.Array) -> jax.Array:
        self.state = None
        self.setup()
        if self.state is None:
            return x
        return x * 0.5

    def start(self, x: jax.Array) -> jax.Array:
        self.ready = False
        self.setup()
        return x * 0.5 if self.ready else x

    def of_constructor(self, x: jax.Array) -> jax.Array:
        self.setup()
        return x if self.state is None else x * 0.5

    def scaled(self, x: jax.Array) -> jax.Array:
        self.rate = 1
        self.setup()
        return x * self.rate

    def counted(self, x: jax.Array) -> jax.Array:
        self.steps = 1
        self.setup()
        return x * (self.steps + 1)

    def kept(self, x: jax.Array) -> jax.Array:
        self.rate = 0.25
        return x * self.rate


def direct(i: jax.Array) -> None:
    model = Model()
    model.state = None
    model.setup()
    reveal_type(i if model.state is None else i * 0.5)
    model.rate = 1
    model.setup()
    reveal_type(i * model.rate)


def main() -> None:
    i = jnp.arange(3)
    reveal_type(Model().run(i))
    reveal_type(Model().start(i))
    reveal_type(Model().of_constructor(i))
    reveal_type(Model().scaled(i))
    reveal_type(Model().counted(i))
    reveal_type(Model().kept(i))
    direct(i)
