"""Categories: exactly the results that the lattice allows."""

from typing import Any, assert_type

from jaxtyping_promo import *


def above(x: Array[floating], i: Array[integer], a: Array[float32], b: Array[bool_], z: Array[complex64]) -> None:
    assert_type(x + a, Array[float32 | float64])
    assert_type(x * x, Array[floating])
    assert_type(x * b, Array[floating])
    assert_type(x + z, Array[complex64 | complex128])
    assert_type(i * i, Array[number])
    assert_type(i + b, Array[integer])
    assert_type(i & i, Array[integer])
    assert_type(x < i, Array[bool_])
    assert_type(x + 2, Array[floating])
    assert_type(2.0 * x, Array[floating])
    assert_type(-x, Array[floating])
    assert_type(abs(x), Array[floating])


def nothing_is_above(x: Array[floating], i: Array[integer], z: Array[complexfloating], b: Array[bool_]) -> None:
    x & b  # E: dtype-promotion
    x << i  # E: dtype-promotion
    z % x  # E: dtype-promotion
    ~x  # E: dtype-promotion


def wholly_unknown(x: Array[generic], u: Array[Any], a: Array[int8]) -> None:
    assert_type(x == a, Array[bool_])
    assert_type(u + a, Array[Any])
    assert_type(a + u, Array[Any])
    assert_type(u + u, Array[Any])
    assert_type(u + 1, Array[Any])
    assert_type(1 + u, Array[Any])
    assert_type(-u, Array[Any])
