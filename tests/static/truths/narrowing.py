"""Types after narrowing by `isinstance` and `is_array`."""

from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

from jaxtyping_promo import *


def instances(x: Array[int8] | float, y: Array[int8] | npt.NDArray[np.int8]) -> None:
    if isinstance(x, Array):
        assert_type(x, Array[int8])
    else:
        assert_type(x, float)
    if isinstance(y, Array):
        assert_type(y + y, Array[int8])


def of_a_dtype(x: Array[int8] | Array[float32], y: Array[floating], z: Array[Any]) -> None:
    if is_array(x, int8):
        assert_type(x, Array[int8])
        assert_type(x + x, Array[int8])
    else:
        assert_type(x, Array[float32])
    if is_array(y, float16):
        assert_type(y * 2, Array[float16])
    if is_array(z, bfloat16):
        assert_type(z * z, Array[bfloat16])


def objects(x: object) -> None:
    if is_array(x, float32):
        assert_type(x, Array[float32])
        assert_type(x + 1, Array[float32])
    if is_array(x):
        assert_type(-x, Array[Any])
