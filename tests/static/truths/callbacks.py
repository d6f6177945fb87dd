"""Overloaded functions passed as callbacks: a checker may not know the arguments, and use the first overload."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, assert_type

import jax
import jax.numpy as jnp

from jaxtyping_promo import *

T = TypeVar("T")


def static_called(function: Callable[..., T], *arguments: Any, **options: Any) -> T:
    return function(*arguments, **options)


def partials(h: Array[float16], i: Array[int8]) -> None:
    assert_type(partial(jnp.dot, h)(i), Array[float16])
    assert_type(partial(jnp.sum, axis=0)(i), Array[int64])  # or: Array[int32]
    assert_type(partial(jnp.mean, keepdims=True)(h), Array[float16])
    assert_type(partial(jnp.zeros, 3)(), Array[float64])  # or: Array[float32]
    assert_type(partial(jnp.zeros, dtype=jnp.bfloat16)(3), Array[bfloat16])
    assert_type(partial(jnp.where, i > 0)(h, i), Array[float16])
    assert_type(partial(jnp.asarray, dtype=jnp.int8)(h), Array[int8])
    assert_type(partial(jnp.concatenate, axis=0)([h, h]), Array[float16])
    assert_type(partial(h.astype, jnp.int8)(), Array[int8])  # or: Array[Any]
    assert_type(partial(i.sum, axis=0)(), Array[int64])  # or: Array[Any] | Array[int32]
    assert_type(partial(jax.random.normal, shape=(3,), dtype=jnp.float16)(jax.random.key(0)), Array[float16])
    assert_type(partial(jax.random.bits, dtype=jnp.uint8)(jax.random.key(0)), Array[uint8])
    assert_type(partial(jax.nn.one_hot, num_classes=3, dtype=jnp.int8)(i), Array[int8])
    assert_type(partial(jax.lax.full_like, fill_value=1, dtype=jnp.int8)(h), Array[int8])
    assert_type(partial(jnp.meshgrid, indexing="ij")(h, i)[1], Array[int8])
    assert_type(jax.vmap(partial(jnp.sum, axis=0))(h[None]), Array[float16])
    assert_type(jax.jit(partial(jnp.matmul, h))(h), Array[float16])


def anything(h: Array[float16], i: Array[int8]) -> None:
    assert_type(static_called(jnp.sum, h), Array[float16])  # or: Array[Any]
    assert_type(static_called(jnp.dot, h, i), Array[float16])  # or: Array[Any]
    assert_type(static_called(jnp.where, h > 0, h, i), Array[float16])  # or: Array[Any]
    assert_type(static_called(jnp.ones, 3, jnp.int8), Array[int8])  # or: Array[Any]
    assert_type(static_called(jnp.arange, 3.0, dtype=jnp.float32), Array[float32])  # or: Array[Any]
    assert_type(static_called(jnp.eye, 3, dtype=jnp.int8), Array[int8])  # or: Array[Any]
    assert_type(static_called(jax.random.uniform, jax.random.key(0), dtype=jnp.bfloat16), Array[bfloat16])  # or: Array[Any]
    assert_type(static_called(h.astype, jnp.int8), Array[int8])  # or: Array[Any]
    assert_type(static_called(h.sum, dtype=jnp.float32), Array[float32])  # or: Array[Any]
    assert_type(static_called(h.mean), Array[float16])  # or: Array[Any]
    assert_type(static_called(jax.nn.initializers.zeros, jax.random.key(0), (3,), jnp.int8), Array[int8])  # or: Array[Any]
    assert_type(static_called(jax.nn.initializers.normal(), jax.random.key(0), (3,), jnp.float16), Array[float16])  # or: Array[Any]


def of_trees(h: Array[float16], i: Array[int8]) -> None:
    arrays, by_name = [h, h], {"a": h}
    assert_type(jax.tree.map(jnp.zeros_like, arrays), list[Array[float16]])
    assert_type(jax.tree.map(jnp.sum, {"a": i}), dict[str, Array[int64]])  # or: dict[str, Array[int32]]
    assert_type(jax.tree.map(jnp.mean, by_name), dict[str, Array[float16]])
    assert_type(jax.tree.map(jnp.asarray, h), Array[float16])
    assert_type(jax.tree.map(jnp.add, arrays, [i, i]), list[Array[float16]])
    assert_type(jax.tree.map(jnp.where, by_name, by_name, by_name), dict[str, Array[float16]])
    assert_type(jax.tree.map(jnp.dot, {"a": i}, by_name), dict[str, Array[float16]])
    assert_type(jax.tree.map(lambda x: x.astype(jnp.bfloat16), by_name), dict[str, Array[bfloat16]])
    assert_type(jax.tree.map(lambda x, y: x - 0.1 * y, by_name, {"a": i}), dict[str, Array[float16]])
    assert_type(jax.tree.map(lambda x: x + jnp.float32(1), arrays), list[Array[float32]])


def reductions(h: Array[float16], i: Array[int8]) -> None:
    assert_type(jax.lax.reduce_window(h, -jnp.inf, jax.lax.max, (1,), (1,), "VALID"), Array[float16])
    assert_type(jax.lax.reduce_window(h, 0, lambda a, b: a + b, window_dimensions=(1,)), Array[float16])
    assert_type(jax.lax.reduce(i, 0, jax.lax.add, (0,)), Array[int8])
    assert_type(jax.lax.reduce((h, i), (0.0, 0), lambda a, b: a, (0,))[0], Any)
