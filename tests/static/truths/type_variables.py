"""TypeVar dtypes: the variable itself, where the lattice proves it."""

from typing import TypeVar, assert_type

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
