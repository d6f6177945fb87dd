"""Results of NumPy's universal functions for numbers. NumPy's stubs omit their types. They are strong dtypes."""

from typing import Any, assert_type

import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import *


def beside_arrays(h: Array[bfloat16], x: Array[float32], i: Array[int8], w: Array[weak_float], u: Array[Any]) -> None:
    assert_type(h / np.sqrt(64), Array[float64])  # or: Array[float32]
    assert_type(np.sqrt(2 / np.pi) * h, Array[float64])  # or: Array[float32]
    assert_type(h * np.sqrt(h.shape[0]), Array[float64])  # or: Array[float32]
    assert_type(i + np.log(2.0), Array[float64])  # or: Array[float32]
    assert_type(w - np.exp(1), Array[float64])  # or: Array[float32]
    assert_type(np.floor(2.5) * h, Array[float64])  # or: Array[float32]
    assert_type(h * np.hypot(1, 2), Array[float64])  # or: Array[float32]
    assert_type(h**np.power(2.0, 3), Array[float64])  # or: Array[float32]
    assert_type(h > np.sqrt(2), Array[bool_])
    assert_type(np.sqrt(2) < h, Array[bool_])
    assert_type(h * np.sqrt(np.float32(2)), Array[float32])
    assert_type(h * np.maximum(np.float16(2), 0.5), Array[float32])
    assert_type(jnp.sum(x * np.sqrt(2)), Array[float64])  # or: Array[float32]


def among_numbers(h: Array[bfloat16], x: Array[float32]) -> None:
    assert_type(h * (1.0 / np.sqrt(64)), Array[float64])  # or: Array[float32]
    assert_type(0.5 * np.sqrt(2) * h, Array[float64])  # or: Array[float32]
    assert_type(h * (-np.sqrt(2) * 3), Array[float64])  # or: Array[float32]
    assert_type(h * np.sqrt(np.log(2)), Array[float64])  # or: Array[float32]
    assert_type(np.sqrt(2) * np.log(3) * h, Array[float64])  # or: Array[float32]
    assert_type(np.sqrt(2) * (np.sqrt(3) * (np.sqrt(4) * h)), Array[float64])  # or: Array[float32]
    assert_type((np.sqrt(2) * np.log(3)) * (np.sqrt(5) * h), Array[float64])  # or: Array[float32]
    assert_type((np.sqrt(2) + 3) * (np.log(2) + 4) * h, Array[float64])  # or: Array[float32]
    assert_type(h * float(np.sqrt(2)), Array[bfloat16])


def arguments(h: Array[bfloat16]) -> None:
    assert_type(jnp.maximum(h, np.sqrt(2)), Array[float64])  # or: Array[float32]
    assert_type(jnp.where(h > 0, h, -np.log(2.0)), Array[float64])  # or: Array[float32]
    assert_type(jnp.full((2,), np.sqrt(2)), Array[float64])  # or: Array[float32]
    assert_type(jnp.asarray(1 / np.sqrt(2)), Array[float64])  # or: Array[float32]
    assert_type(jnp.exp(-np.sqrt(2) / 2), Array[float64])  # or: Array[float32]


def held_by_variables(h: Array[bfloat16]) -> None:
    scale = 1.0 / np.sqrt(64)
    root = np.sqrt(2)
    assert_type(h * scale, Array[float64])  # or: Array[float32]
    assert_type(h / root, Array[float64])  # or: Array[float32]
    assert_type(jnp.where(h > 0, h, -scale), Array[float64])  # or: Array[float32]
    assert_type(jnp.maximum(h, root), Array[float64])  # or: Array[float32]
    assert_type(h * float(scale), Array[bfloat16])
