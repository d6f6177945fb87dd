"""A value that joins arrays of several dtypes is accepted wherever an array of one of these dtypes is, as in JAX."""

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float16, float32, int32


def take(h: Array[float16]) -> None:
    reveal_type(h)


def first(h: Array[float16], i: Array[int32]) -> Array[float16]:
    return {k: t * 2 for k, t in enumerate((h, i))}[0]


def gradient(h: Array[float16], i: Array[int32]) -> Array[float16]:
    v = [h, i][0]
    return jax.grad(lambda v: (v * 2).sum())(v)


def program(h: Array[float16], i: Array[int32], x: Array[float32]) -> None:
    take([h, i][0])
    take(sorted((h, i), key=lambda t: t.ndim)[0])
    mixed = [h, i]
    mixed.append(x)
    halves: list[Array[float16]] = mixed[:1]
    reveal_type(halves[0])
    reveal_type(mixed[2] * h)
    reveal_type([x, i * 0.5][1] * h)
    reveal_type({"a": i * 0.5, "b": x}["a"] * h)
    reveal_type((x, i * 0.5)[1] * h)


def main() -> None:
    h, i, x = jnp.ones(3, jnp.float16), jnp.arange(3), jnp.ones(3)
    program(h, i, x)
    first(h, i)
    gradient(h, i)
