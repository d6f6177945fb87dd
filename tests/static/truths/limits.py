"""Limits of dtypes, which are scalars of the dtype."""

from typing import Any, assert_type

import jax.numpy as jnp

from jaxtyping_promo import *


def of_floats(h: Array[bfloat16], s: Array[float16], x: Array[float32], w: Array[weak_float], c: Array[complex64]) -> None:
    assert_type(h + jnp.finfo(h.dtype).eps, Array[bfloat16])
    assert_type(jnp.finfo(jnp.bfloat16).max * h, Array[bfloat16])
    assert_type(jnp.where(h > 0, h, jnp.finfo(h.dtype).min), Array[bfloat16])
    assert_type(s - jnp.finfo(s.dtype).tiny, Array[float16])
    assert_type(x / jnp.finfo(x.dtype).resolution, Array[float32])
    assert_type(jnp.maximum(x, jnp.finfo(x.dtype).smallest_normal), Array[float32])
    assert_type(s + jnp.finfo(h.dtype).eps, Array[float32])
    assert_type(h + jnp.finfo(jnp.float32).eps, Array[float32])
    assert_type(w + jnp.finfo(jnp.float16).eps, Array[float16])
    assert_type(jnp.full((2,), jnp.finfo(jnp.float8_e5m2).min), Array[float8_e5m2])
    assert_type(jnp.asarray(jnp.finfo(h).eps), Array[bfloat16])
    assert_type(c + jnp.finfo(c.dtype).eps, Array[Any])
    assert_type(float(jnp.finfo(h.dtype).max), float)


def of_integers(i: Array[int8], x: Array[float16]) -> None:
    assert_type(jnp.iinfo(i.dtype).max, int)
    assert_type(i + jnp.iinfo(jnp.int8).min, Array[int8])
    assert_type(jnp.where(i > 0, x, jnp.iinfo(i.dtype).max), Array[float16])
