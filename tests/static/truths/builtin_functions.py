"""Built-in functions that are operators."""

from typing import assert_type

from jaxtyping_promo import *


def program(a: Array[int8], f: Array[float16], z: Array[complex64], w: Array[weak_int]) -> None:
    assert_type(abs(a), Array[int8])
    assert_type(abs(z), Array[float32])
    assert_type(round(f, 2), Array[float16])
    assert_type(divmod(a, 2), tuple[Array[int8], Array[int8]])
    assert_type(divmod(7, f), tuple[Array[float16], Array[float16]])
    assert_type(sum([a, a], start=a), Array[int8])
    assert_type(abs(-a) + abs(f), Array[float16])


def powers(a: Array[int8], f: Array[float16]) -> None:
    assert_type(pow(a, f), Array[float16])
    assert_type(pow(a, 2), Array[int8])
    assert_type(pow(2, a), Array[int8])


def sums(b: Array[bool_], a: Array[int8], f: Array[float16]) -> None:
    assert_type(sum([a, a], start=f), Array[float16])  # theirs
    assert_type(sum([b, b], start=b), Array[bool_])
    assert_type(sum([b, b]) + a, Array[int8])
    bools = sum([b, b])
    if isinstance(bools, Array):
        assert_type(bools, Array[weak_int])  # theirs
    bytes_ = sum([a, a])
    if isinstance(bytes_, Array):
        assert_type(bytes_, Array[int8])
    halves = sum([a, a], 0.5)
    if isinstance(halves, Array):
        assert_type(halves, Array[weak_float])  # theirs
