"""Operators treat a subclass of `Array` as an array; the result is always an array."""

import operator
from typing import Any, TypeVar, assert_type

import numpy as np
import numpy.typing as npt

from jaxtyping_promo import *

D = TypeVar("D", bound=generic)


class Image(Array[uint8]): ...


class Traced(Array[D]): ...


def static_program(x: Image, y: Traced[float16], a: Array[int8], n: npt.NDArray[np.int8]) -> None:
    assert_type(x + a, Array[int16])
    assert_type(a + x, Array[int16])
    assert_type(x * y, Array[float16])
    assert_type(y - 1, Array[float16])
    assert_type(1 - y, Array[float16])
    assert_type(-y, Array[float16])
    assert_type(abs(x), Array[uint8])
    assert_type(n * x, Array[int16])  # theirs
    assert_type(y < x, Array[bool_])
    assert_type(x == 1, Array[bool_])
    x ^ y  # E: dtype-promotion


def static_more(x: Image, y: Traced[float16], i: Traced[weak_int], u: Traced[Any]) -> None:
    assert_type(2 * x, Array[uint8])
    assert_type(x / x, Array[float32])
    assert_type(i + y, Array[float16])
    assert_type(x @ x, Array[uint8])
    assert_type(u + y, Array[Any])
    z: Array[uint8] = x
    z += x
    assert_type(z, Array[uint8])
    assert_type(operator.add(x, y), Array[float16])


def static_both(x: Image | Traced[float16], a: Array[int8]) -> None:
    assert_type(x + a, Array[int16] | Array[float16])
    assert_type(a * x, Array[int16] | Array[float16])
