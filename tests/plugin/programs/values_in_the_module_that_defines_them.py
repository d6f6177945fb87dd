"""The module that defines a variable or an attribute keeps its first dtype, although another module assigns it."""

import jax.numpy as jnp

SCALE = jnp.ones(3, jnp.float16)


class Layer:
    def __init__(self) -> None:
        self.w = jnp.ones(3, jnp.float16)

    def read(self) -> None:
        reveal_type(self.w)


def read() -> None:
    reveal_type(SCALE)


"module: attribute"


def replace() -> None:
    global SCALE
    SCALE = jnp.ones(3)


def main() -> None:
    replace()
    read()
    layer = Layer()
    layer.w = jnp.ones(3)
    layer.read()
