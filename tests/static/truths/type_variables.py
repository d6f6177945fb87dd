"""Type variables for dtypes: the result is the variable itself if the lattice proves it."""

from typing import Any, TypeVar, assert_type

import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import *

F = TypeVar("F", bound=floating)
I = TypeVar("I", bound=signedinteger)  # noqa: E741
T = TypeVar("T", bound=generic)
C = TypeVar("C", int8, float32)


def floats(x: Array[F], y: Array[F], b: Array[bool_], i: Array[int8], a: Array[float32]) -> None:
    assert_type(x * b, Array[F])
    assert_type(b * x, Array[F])
    assert_type(x + y, Array[F])
    assert_type(x + i, Array[F])
    assert_type(x * 2, Array[F])
    assert_type(2.0 * x, Array[F])
    assert_type(x / y, Array[F])
    assert_type(-x, Array[F])
    assert_type(x**2, Array[F])
    assert_type(x < y, Array[bool_])
    assert_type(x + a, Array[float32 | float64])


def with_more(x: Array[F], y: Array[F], u: Array[Any], w: Array[weak_float], n: np.int8, s: int | float) -> None:
    assert_type(x @ y, Array[F])
    assert_type(x * w, Array[F])
    assert_type(n - x, Array[F])
    assert_type(x * s, Array[F])
    assert_type(abs(x) // 2, Array[F])
    assert_type((x + 1) * (y - 2.0), Array[F])
    assert_type(x + u, Array[Any])


def in_functions(x: Array[F], y: Array[F], b: Array[bool_]) -> None:
    assert_type(jnp.sin(x), Array[F])
    assert_type(jnp.maximum(x, y), Array[F])
    assert_type(jnp.maximum(x, 0), Array[F])
    assert_type(jnp.where(b, x, y), Array[F])
    assert_type(jnp.where(b, x, 0.0), Array[F])
    assert_type(jnp.concatenate([x, y]), Array[F])
    assert_type(jnp.clip(x, y, y), Array[F])
    assert_type(jax.lax.add(x, y), Array[F])
    assert_type(jax.nn.relu(x), Array[F])
    assert_type(x.reshape(-1), Array[F])


def integers(x: Array[I], b: Array[bool_]) -> None:
    assert_type(x + b, Array[I])
    assert_type(x * 3, Array[I])
    assert_type(x & b, Array[I])
    assert_type(~x, Array[I])


def anything(x: Array[T], b: Array[bool_]) -> None:
    assert_type(x + b, Array[T])
    assert_type(x == b, Array[bool_])


def rejected(x: Array[F], b: Array[bool_]) -> None:
    x & b  # E: dtype-promotion
    ~x  # E: dtype-promotion
