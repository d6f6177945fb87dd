"""Variables that hold the result of a compiled or differentiated function, and then a value of another class."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, float32


class Filtered(NamedTuple):
    x: Array[float32]


class Smoothed(NamedTuple):
    x: Array[float32]
    y: Array[float32]


@jax.jit
def filtered(x: Array[float32]) -> Filtered:
    return Filtered(x)


@jax.jit
def smoothed(x: Array[float32]) -> Smoothed:
    return Smoothed(x, x)


def phase(f: Array[float32]) -> tuple[Array[float32], Array[float32]]:
    return f * 2, f


class Control:
    def __init__(self) -> None:
        self.smooth = jax.jit(smoothed)
        self.last = None

    def step(self, x: Array[float32]) -> None:
        self.last = self.smooth(x)


def dtypes_of(leaves: list[jax.Array], convert: bool) -> set[object]:
    if convert:
        dtypes = set(jnp.asarray(p).dtype for p in leaves)
    else:
        dtypes = set(np.asarray(p).dtype for p in leaves)
    some = [jnp.zeros(3).dtype]
    some.append(np.dtype("int8"))
    named = {"a": jnp.zeros(3).dtype}
    named["b"] = np.dtype("int8")
    return {*dtypes, *some, *named.values()}


def main() -> None:
    x = jnp.zeros(3)
    result = filtered(x)
    reveal_type(result.x)
    result = smoothed(x)
    reveal_type(result.y)
    value, gradient = jax.value_and_grad(lambda f: phase(f), has_aux=True)(jnp.float32(3.0))
    value, gradient = phase(jnp.float32(3.0))
    reveal_type(value)
    reveal_type(gradient)
    Control().step(x)
    dtypes_of([x], True)
    dtypes_of([x], False)
