"""Generic functions whose type variable stands for arrays of several dtypes in one call."""

import functools
import unittest
from collections.abc import Callable, Iterable
from typing import TypeVar

import jax
import jax.numpy as jnp

K = TypeVar("K")
S = TypeVar("S")
T = TypeVar("T")


def iterate(function: Callable[[T], T], x: T, n: int = 2) -> T:
    for _ in range(n):
        x = function(x)
    return x


def fold(function: Callable[[S, T], S], items: Iterable[T], start: S) -> S:
    for item in items:
        start = function(start, item)
    return start


def pipe(x: T, *functions: Callable[[T], T]) -> T:
    for function in functions:
        x = function(x)
    return x


def merged(one: dict[K, T], other: dict[K, T]) -> dict[K, T]:
    return {**one, **other}


def interleaved(one: list[T], other: list[T]) -> list[T]:
    return [item for pair in zip(one, other, strict=True) for item in pair]


def widened(x: jax.Array) -> jax.Array:
    return x.astype(jnp.float32)


class Loop:
    def run(self, function: Callable[[T], T], x: T) -> T:
        return function(x)


def schedule(step: int) -> jax.typing.ArrayLike:
    return 26.0 + step


def main() -> None:
    unittest.TestCase().assertAlmostEqual(schedule(0), 26.0)
    x, i = jnp.ones(3, jnp.float16), jnp.arange(3)
    reveal_type(iterate(lambda v: v * 2, x))
    reveal_type(iterate(jnp.sin, x))
    reveal_type(iterate(lambda v: v * 1.5, i))
    reveal_type(iterate(lambda v: v.astype(jnp.int8), x))
    reveal_type(iterate(widened, x))
    reveal_type(iterate(lambda s: (s[0] + 1, s[1] * 2.0), (0, i))[1])
    reveal_type(iterate(lambda s: (s[0] + 1, s[1] * 2.0), (0, x))[1])
    reveal_type(fold(lambda s, v: s + v, [x, x], i))
    reveal_type(fold(lambda s, v: s + v, [x, x], x))
    reveal_type(pipe(x, jnp.sin, lambda v: v.astype(jnp.int8)))
    reveal_type(pipe(x, jnp.sin, lambda v: v * 2))
    reveal_type(merged({"a": x}, {"b": i})["b"])
    reveal_type(merged({"a": x}, {"b": x})["b"])
    reveal_type(interleaved([x], [i])[1])
    reveal_type(Loop().run(lambda v: v * 1.5, i))
    reveal_type(Loop().run(lambda v: v * 1.5, x))
    reveal_type(functools.reduce(lambda s, dtype: s.astype(dtype), [jnp.int8, jnp.float16], i))
    reveal_type(functools.reduce(lambda s, n: s * n, [1, 2.0], i))
    reveal_type(functools.reduce(lambda s, n: s * n, [1, 2.0], x))
    reveal_type(functools.reduce(lambda s, f: f(s), [lambda v: v * jnp.float32(1)], x))
