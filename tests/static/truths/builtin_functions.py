"""Built-in functions that call operators."""

import math
import operator
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


def sums_of_other_iterables(a: Array[int8], f: Array[float16], w: Array[weak_float]) -> None:
    assert_type(sum((a, a), start=a), Array[int8])
    assert_type(sum((x * f for x in (a, a)), start=f), Array[float16])
    assert_type(sum([x * 2 for x in (w, w)], w), Array[weak_float])
    assert_type(sum({"bias": f}.values(), start=f), Array[float16])
    total = sum(x for x in (f, f))
    if isinstance(total, Array):
        assert_type(total, Array[float16])


def sequences(a: Array[int8], f: Array[float16]) -> None:
    assert_type([x + f for x in (a, a)], list[Array[float16]])
    assert_type([x * y for x, y in zip([a, a], (f, f), strict=True)][0], Array[float16])
    assert_type(dict.fromkeys("ab", a)["a"] + f, Array[float16])


def static_numbers(a: Array[int8], f: Array[float16]) -> None:
    assert_type(float(f), float)
    assert_type(int(a) + 1, int)
    assert_type(complex(f), complex)
    assert_type(bool(a), bool)
    assert_type(math.sqrt(f), float)
    assert_type(math.floor(float(f)), int)
    assert_type([1, 2][operator.index(a)], int)
