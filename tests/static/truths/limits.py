"""Limits of dtypes as arguments of functions. They are scalars of the dtype."""

from typing import Any, assert_type

import jax.numpy as jnp

from jaxtyping_promo import *


def of_floats(h: Array[bfloat16], s: Array[float16], x: Array[float32], w: Array[weak_float], u: Array[Any]) -> None:
    assert_type(jnp.where(h > 0, h, jnp.finfo(h.dtype).min), Array[bfloat16])
    assert_type(jnp.where(h > 0, h, -jnp.finfo(h.dtype).max), Array[bfloat16])
    assert_type(jnp.where(h > 0, h, jnp.finfo(jnp.float32).min), Array[float32])
    assert_type(jnp.where(s > 0, s, jnp.finfo("bfloat16").min), Array[float32])
    assert_type(jnp.maximum(x, jnp.finfo(x.dtype).tiny), Array[float32])
    assert_type(jnp.maximum(w, jnp.finfo(jnp.float16).smallest_normal), Array[float16])
    assert_type(jnp.clip(h, jnp.finfo(jnp.bfloat16).eps, 1.0), Array[bfloat16])
    assert_type(jnp.full((2,), jnp.finfo(jnp.float8_e5m2).min), Array[float8_e5m2])
    assert_type(jnp.asarray(jnp.finfo(h.dtype).eps), Array[bfloat16])
    assert_type(jnp.maximum(h, jnp.finfo(float).tiny), Array[float64])  # or: Array[float32]
    assert_type(jnp.maximum(u, jnp.finfo(u.dtype).tiny), Array[Any])


def of_integers(i: Array[int8], x: Array[float16]) -> None:
    assert_type(jnp.iinfo(i.dtype).max, int)
    assert_type(i + jnp.iinfo(jnp.int8).min, Array[int8])
    assert_type(jnp.where(i > 0, x, jnp.iinfo(i.dtype).max), Array[float16])
