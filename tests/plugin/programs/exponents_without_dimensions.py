"""Exponents that are arrays without dimensions: JAX keeps the dtype of the base where it knows their value."""

import operator

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float32, int8, uint8

POWER = jnp.asarray(2, jnp.int32)


def f(x: Array[int8], u: Array[uint8], y: Array[float32], c: bool) -> None:
    n = jnp.int32(3)
    reveal_type(x**n)
    reveal_type(2**n)
    reveal_type(0.5**n)
    reveal_type(0.5 ** -POWER)
    reveal_type(x ** jnp.zeros((), jnp.int16))
    reveal_type(u ** n.copy().astype(jnp.int8))
    reveal_type(jnp.power(x, n))
    reveal_type(jnp.pow(0.5, n))
    reveal_type(operator.pow(2, n))
    reveal_type(pow(x, n))
    reveal_type(2 ** jnp.arange(3)[1])
    reveal_type(2 ** jnp.arange(3).sum())
    reveal_type(2 ** jnp.argmax(y))
    reveal_type(0.5 ** (POWER + 1))
    x **= n
    reveal_type(x)
    exponents = jnp.arange(3)
    reveal_type(u**exponents)
    reveal_type(2**exponents)
    reveal_type(0.5 ** exponents[None])
    reveal_type(2 ** exponents.sum(axis=-1, keepdims=True))
    reveal_type(y**n)
    reveal_type(2 ** (exponents + n))
    reveal_type(2.0 ** jnp.float32(3))


def unpacked(x: Array[int8], y: Array[float32], z: Array[int8]) -> None:
    _, e = jnp.frexp(y.sum())
    reveal_type(x**e)
    m, n = jnp.arange(1, 3)
    reveal_type(x**m)
    for k in jnp.arange(3):
        reveal_type(x**k)
    reveal_type(x ** jnp.maximum(m, n))
    reveal_type(x ** operator.add(m, 1))
    reveal_type(x ** jnp.ones_like(m))
    reveal_type(x ** jnp.maximum(jnp.arange(3), m))
    _, a = jnp.frexp(y)
    reveal_type(x**a)
    _, b = jnp.frexp(jnp.pi**z)
    reveal_type(x**b)


def of_numpy(x: Array[int8], n: Array[int8]) -> None:
    reveal_type(jnp.power(np.arange(3), x))
    reveal_type(jnp.power(np.arange(3), n))
    reveal_type(np.arange(3) ** n)
    reveal_type(jnp.pow(np.uint(3), n))


@jax.jit
def traced(x: Array[int8]) -> Array[int8]:
    reveal_type(x**POWER)
    reveal_type(2**POWER)
    return x


def main() -> None:
    f(jnp.ones(3, jnp.int8), jnp.ones(3, jnp.uint8), jnp.ones(3), True)
    unpacked(jnp.ones(3, jnp.int8), jnp.ones(3), operator.add(jnp.int8(1), jnp.int8(1)))
    of_numpy(jnp.ones(3, jnp.int8), jnp.int8(2))
    traced(jnp.ones(3, jnp.int8))
