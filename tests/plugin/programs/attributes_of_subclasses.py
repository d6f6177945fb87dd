"""Attributes that a subclass or another function assigns with another dtype."""

import jax
import jax.numpy as jnp


class Base:
    x = jnp.zeros(3)
    dtype = jnp.float32
    d = {"a": jnp.zeros(3)}

    def __init__(self) -> None:
        self.z = jnp.zeros(3)

    def go(self) -> None:
        reveal_type(self.x)
        reveal_type(self.z)
        reveal_type(jnp.zeros(3, self.dtype))


class Sub(Base):
    x = jnp.zeros(3, jnp.int8)
    dtype = jnp.bfloat16
    d = {"a": jnp.zeros(3, jnp.int8)}

    def __init__(self) -> None:
        super().__init__()
        self.z = jnp.zeros(3, jnp.int8)


def f(b: Base, u: jax.Array) -> None:
    b.z = b.z.astype(jnp.float16)
    b.z = u
    reveal_type(b.z)


def main() -> None:
    u = jnp.arange(3, dtype=jnp.int8)
    Base().go()
    Sub().go()
    f(Base(), u)
