"""Unions of arrays and of dtypes on both sides: exactly the results of all combinations."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

from jaxtyping_promo import *


def of_arrays(x: Array[int8] | Array[float32], y: Array[uint8] | Array[float16], a: Array[bfloat16]) -> None:
    assert_type(x + a, Array[bfloat16] | Array[float32])
    assert_type(a + x, Array[bfloat16] | Array[float32])
    assert_type(x * y, Array[int16] | Array[float16] | Array[float32])
    assert_type(x * 2, Array[int8] | Array[float32])
    assert_type(-x, Array[int8] | Array[float32])
    assert_type(x < y, Array[bool_])


def of_dtypes(x: Array[int8 | float32], a: Array[float16], b: Array[bool_]) -> None:
    assert_type(x + a, Array[float16 | float32])
    assert_type(a + x, Array[float16 | float32])
    assert_type(x * b, Array[int8 | float32])
    assert_type(2 * x, Array[int8 | float32])


def of_arrays_and_scalars(x: Array[int8] | float, a: Array[float16], b: Array[int8]) -> None:
    assert_type(x + a, Array[float16])
    assert_type(a + x, Array[float16])
    assert_type(x + b, Array[int8] | Array[weak_float])
    assert_type(b + x, Array[int8] | Array[weak_float])


def of_scalars(x: bool | complex, a: Array[int8]) -> None:
    assert_type(x + a, Array[int8] | Array[weak_complex])  # or: Array[int8] | Array[weak_float] | Array[weak_complex]
    assert_type(a + x, Array[int8] | Array[weak_complex])  # or: Array[int8] | Array[weak_float] | Array[weak_complex]


def with_numpy(x: Array[int8] | npt.NDArray[np.float32], a: Array[float16]) -> None:
    assert_type(x + a, Array[float16] | Array[float32])  # theirs
    assert_type(a + x, Array[float16] | Array[float32])


def none(x: Array[int8] | None, a: Array[float16]) -> None:
    if x is not None:
        assert_type(x + a, Array[float16])


def static_some_are_rejected(x: Array[bool_] | Array[int8], y: Array[bool_]) -> None:
    x - y  # E: dtype-promotion  # or: Array[int8]


def some_is_none(x: Array[int8] | None, y: Array[float16] | float | None, a: Array[float16]) -> None:
    z = a if x is None else x
    assert_type(z * a, Array[float16])
    assert_type(a + z, Array[float16])
    w = a if y is None else y + a
    assert_type(w, Array[float16])
    if x is None or y is None:
        pass
    else:
        assert_type(x * a + y, Array[float16])


def in_place(x: Array[int8] | Array[float32], y: Array[int8] | float, a: Array[float16]) -> None:
    assert_type(x + x, Array[int8] | Array[float32])
    q: Array[int8] | float | Array[float16] = y
    q *= a
    assert_type(q, Array[float16])
