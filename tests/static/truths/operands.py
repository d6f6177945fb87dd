"""Concrete dtypes, weak types, Python scalars, NumPy arrays and scalars: each has one dtype."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

from jaxtyping_promo import *

Half = float16
Images = Array[uint8]


def arithmetic(a: Array[int8], b: Array[uint8], c: Array[float16], d: Array[bfloat16], e: Array[bool_]) -> None:
    assert_type(a + b, Array[int16])
    assert_type(a - c, Array[float16])
    assert_type(c * d, Array[float32])
    assert_type(a / b, Array[float32])
    assert_type(e + e, Array[bool_])
    assert_type(e // e, Array[int32])
    assert_type(divmod(a, c), tuple[Array[float16], Array[float16]])
    assert_type(a @ c, Array[float16])
    assert_type((b + b) @ (b + b), Array[uint8])  # an operand that matches the protocol by type
    assert_type(a < c, Array[bool_])
    assert_type(c == d, Array[bool_])
    assert_type(-a, Array[int8])
    assert_type(~e, Array[bool_])


def scalars(a: Array[int8], c: Array[float16], e: Array[bool_], z: Array[complex64]) -> None:
    assert_type(a + 1, Array[int8])
    assert_type(1 + a, Array[int8])
    assert_type(a + 1.0, Array[weak_float])
    assert_type(1j * c, Array[complex64])
    assert_type(True + e, Array[bool_])
    assert_type(e + 1, Array[weak_int])
    assert_type(2**a, Array[int8])
    assert_type(a**2, Array[int8])
    assert_type(a**2.0, Array[weak_float])
    assert_type(1 == a, Array[bool_])  # theirs
    assert_type(True != e, Array[bool_])  # theirs
    assert_type(2 < c, Array[bool_])
    assert_type(abs(z), Array[float32])


def weak(i: Array[weak_int], f: Array[weak_float], c: Array[float16], a: Array[int8]) -> None:
    assert_type(i + f, Array[weak_float])
    assert_type(i + a, Array[int8])
    assert_type(f * c, Array[float16])
    assert_type(f * a, Array[weak_float])
    assert_type(i / i, Array[weak_float])
    assert_type(f + 1j, Array[weak_complex])


def numpy(a: Array[int8], i: Array[weak_int], n: npt.NDArray[np.int16], s: np.float32, t: np.bool) -> None:
    assert_type(a + n, Array[int16])
    assert_type(n + a, Array[int16])  # theirs
    assert_type(n @ a, Array[int16])  # theirs
    assert_type(n == a, Array[bool_])  # theirs
    assert_type(s * a, Array[float32])
    assert_type(i + s, Array[float32])
    assert_type(t | a, Array[int8])
    assert_type(a ** np.int64(2), Array[int8])
    assert_type(divmod(n, a), tuple[Array[int16], Array[int16]])  # theirs


def aliases(x: Images, y: Array[Half]) -> None:
    assert_type(x * y, Array[float16])
    assert_type((x + x) * 2, Images)


def chains(a: Array[int8], b: Array[uint8], c: Array[float16]) -> None:
    assert_type((a + b) * c - 1, Array[float16])
    x = a * 2.0
    assert_type(x + c, Array[float16])
    assert_type([i * c for i in (a, a)], list[Array[float16]])
    assert_type((lambda y: y + c)(a), Array[float16])


def in_place(a: Array[int8], b: Array[int8], c: Array[float16]) -> None:
    a += b
    assert_type(a, Array[int8])
    a *= 2
    assert_type(a, Array[int8])
    a += c  # E: assignment
    d = c
    d -= 1
    assert_type(d, Array[float16])


def a_scalar_becomes_an_array(c: Array[float16]) -> None:
    total: float | Array[float16] = 0.0
    total += c
    assert_type(total, Array[float16])
