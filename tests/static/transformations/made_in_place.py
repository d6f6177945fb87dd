"""Transformations of lambdas and of JAX's functions, called where they are made."""

from typing import Any, assert_type

import jax
import jax.numpy as jnp

from jaxtyping_promo import Array, float16, float32, int8, int32, weak_float


def vectorized(x: Array[float16], f: Array[float32], i: Array[int8]) -> None:
    assert_type(jax.vmap(lambda v: v * v)(x), Array[float16])
    assert_type(jax.vmap(lambda v, w: v * w)(x, f), Array[float32])
    assert_type(jax.vmap(lambda v, w: v[w], in_axes=(None, 0))(x, i), Array[float16])
    assert_type(jax.vmap(lambda pair: pair[0] * pair[1])((i, x)), Array[float16])
    assert_type(jax.vmap(lambda v: (v + 1, {"a": v.astype("int8")}))(x), tuple[Array[float16], dict[str, Array[int8]]])
    assert_type(jax.vmap(jnp.add)(i, x), Array[float16])
    assert_type(jax.vmap(jnp.power, in_axes=(0, None))(x, 2 * x[0]), Array[float16])


def compiled(x: Array[float16], i: Array[int8], w: Array[weak_float]) -> None:
    assert_type(jax.jit(lambda v: v * 2)(x), Array[float16])
    assert_type(jax.jit(lambda v: v * 2)(2.0), Array[weak_float])
    assert_type(jax.jit(lambda v: (v, v.sum()))(i), tuple[Array[int8], Array[int32]])
    assert_type(jax.jit(lambda v: 1.0)(x), Array[weak_float])
    assert_type(jax.jit(jnp.tanh)(i), Array[float32])
    assert_type(jax.jit(jnp.multiply)(w, x), Array[float16])
    assert_type(jax.checkpoint(lambda v: v * 2.0)(x), Array[float16])
    assert_type(jax.jit(jax.vmap(lambda v: v / 2))(x), Array[float16])


def differentiated(x: Array[float16], f: Array[float32], w: Array[weak_float]) -> None:
    assert_type(jax.grad(lambda v: (v * v).sum())(x), Array[float16])
    assert_type(jax.grad(lambda v, s: (v * s).sum())(x, f), Array[float16])
    assert_type(jax.grad(jnp.sum)(f), Array[float32])
    assert_type(jax.value_and_grad(lambda v: (v * f).sum())(x), tuple[Array[float32], Array[float16]])
    assert_type(jax.vmap(jax.grad(lambda v: v * v))(f), Array[float32])
    assert_type(jax.grad(lambda v: v * v)(w), Array[weak_float])


def of_what_is_unknown(u: Array[Any], x: Array[float16]) -> None:
    assert_type(jax.vmap(lambda v: v * 2)(u), Array[Any])
    assert_type(jax.vmap(lambda v, w: v * w)(x, u), Array[Any])
