"""The real and the imaginary part of an array whose dtype is unknown are arrays of unknown dtype."""

import functools

import jax
import jax.numpy as jnp


def parts(a: jax.Array) -> jax.Array:
    for i in range(2):
        a = a * i
    reveal_type(a.real)
    reveal_type(a.imag)
    ds = dict.fromkeys("ab", a.real)
    reveal_type(ds["a"] + a)
    reveal_type(ds["b"] // 2)
    reveal_type(functools.reduce(jnp.maximum, ds.values()))
    return a.real


def main() -> None:
    reveal_type(parts(jnp.ones(3, jnp.complex64)))
    reveal_type(parts(jnp.ones(3, jnp.int8)))
