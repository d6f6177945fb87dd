"""Exponents that a function gets: integers without dimensions, whose value JAX knows."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def correction(count: jax.Array, decay: float = 0.9) -> jax.Array:
    reveal_type(decay**count)
    return (1 - decay**count) ** 0.5


def c2(count, decay):
    return decay**count


def c3(count, decay=0.9):
    return decay**count


def c4(count):
    return 0.9**count


def c5(count: jax.Array):
    return 0.9**count


def c6(count: jax.Array, decay: float):
    return decay**count


def c7(count: jax.Array, decay: float) -> jax.Array:
    a = decay**count
    return 1 - a


class Opt:
    def __init__(self):
        self.count = jnp.zeros((), jnp.int32)
        self.decay = 0.9

    def f(self):
        return 1 - self.decay**self.count


g = jnp.ones(3, jnp.float32)
n = jnp.zeros((), jnp.int32)
reveal_type(g * correction(jnp.zeros((), jnp.int32)))
reveal_type(g * correction(n))
reveal_type(g * 0.9**n)
reveal_type(g * c2(n, 0.9))
reveal_type(g * c3(n))
reveal_type(g * c4(n))
reveal_type(g * c5(n))
reveal_type(g * c6(n, 0.9))
reveal_type(g * c7(n, 0.9))
reveal_type(g * Opt().f())
reveal_type(g * jnp.power(0.9, n))
reveal_type(g * pow(0.9, n))


def c8(x, count):
    scaled = count + 1
    return x**scaled


def c9(x, counts):
    return x ** counts.astype(jnp.int16)


def c10(count=jnp.arange(3)):
    return 0.9**count


i8 = jnp.ones(3, jnp.int8)
reveal_type(c8(i8, n))
reveal_type(c8(i8, jnp.arange(3)))
reveal_type(c9(i8, n))
reveal_type(g * c10(n))
reveal_type(g * c10())
