"""Functions of the program whose type variable stands for arrays of two dtypes: ``half(tree: T) -> T`` casts."""

from collections.abc import Iterator
from typing import TypeVar

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, float16

T = TypeVar("T")
A = TypeVar("A", bound=jax.Array)


def half(tree: T) -> T:
    return jax.tree.map(lambda x: x.astype(jnp.float16), tree)


def half_array(x: A) -> A:
    return x.astype(jnp.float16)  # type: ignore[return-value]


def sgd(params: T, gradients: T) -> T:
    return jax.tree.map(lambda a, b: a - 0.1 * b, params, gradients)


def mean(xs: list[A]) -> A:
    return sum(xs[1:], xs[0]) / len(xs)  # type: ignore[return-value]


def first(xs: list[T]) -> T:
    return xs[0]


def pick(c: bool, a: T, b: T) -> T:
    return a if c else b


def halves(xs: list[A]) -> Iterator[A]:
    for x in xs:
        yield x.astype(jnp.float16)  # type: ignore[misc]


def both(tree: T) -> T:
    return half(tree)


class Caster:
    def cast(self, tree: T) -> T:
        return jax.tree.map(lambda x: x.astype(jnp.bfloat16), tree)

    @staticmethod
    def cast_all(tree: T) -> T:
        return half(tree)


def take(x: Array[float16]) -> None:
    reveal_type(x)


def main() -> None:
    f, i = jnp.ones(3), jnp.arange(3)
    reveal_type(half(f))
    y = half(f)
    reveal_type(y)
    reveal_type(half({"w": f})["w"])
    reveal_type(half((f, f))[0])
    take(half(f))
    reveal_type(half(f) * jnp.ones(3, jnp.float16))
    reveal_type(half_array(f))
    reveal_type(sgd([i], [i])[0])
    reveal_type(mean([i, i]))
    reveal_type(first([i, i]))
    reveal_type(pick(True, f, f))
    reveal_type(both(f))
    reveal_type(Caster().cast(f))
    reveal_type(Caster.cast_all(f))
    for x in halves([f]):
        reveal_type(x)
    x = f
    x = half(x)
    reveal_type(x)
    reveal_type(jax.jit(half)(f))
    reveal_type([half(x) for x in [f]][0])
    reveal_type(jax.vmap(half)(f))
    reveal_type(jax.lax.map(half, f))
    reveal_type(jax.eval_shape(half, f))
