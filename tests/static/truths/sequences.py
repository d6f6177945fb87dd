"""Lists and tuples of arrays that become one array."""

from collections.abc import Sequence
from typing import Any, assert_type

import jax.numpy as jnp
from jax import lax

from jaxtyping_promo import *


def of_one_dtype(a: Array[float16], b: Array[float16], some: Sequence[Array[float16]], w: Array[weak_float]) -> None:
    assert_type(jnp.concatenate([a, b]), Array[float16])
    assert_type(jnp.concatenate((a, b)), Array[float16])
    assert_type(jnp.stack(some), Array[float16])
    assert_type(jnp.stack(list(some)), Array[float16])
    assert_type(jnp.stack(tuple(some)), Array[float16])
    assert_type(jnp.stack([a, *some]), Array[float16])
    assert_type(jnp.stack([x * 2 for x in some]), Array[float16])
    assert_type(jnp.hstack([a[:1], b.T, some[0]]), Array[float16])
    assert_type(jnp.vstack(a), Array[float16])
    assert_type(jnp.stack([w, w]), Array[weak_float])
    assert_type(lax.concatenate([a, b], 0), Array[float16])
    several = [a, b]
    assert_type(jnp.stack(several), Array[float16])


def of_an_unknown_one(a: Array[float16], u: Array[Any]) -> None:
    assert_type(jnp.concatenate([a, u]), Array[Any])
    assert_type(jnp.concatenate([u, a]), Array[Any])
    assert_type(jnp.concatenate((a, u)), Array[Any])
    assert_type(jnp.concatenate((u, a)), Array[Any])
    assert_type(jnp.concatenate([u, u]), Array[Any])
    jnp.concatenate([a, u, None])  # E: list-item
    assert_type(jnp.stack([a, a if u.size > 2 else u]), Array[Any])
    several = [a, u]
    assert_type(jnp.stack(several), Array[Any])
    together = (a, u)
    assert_type(jnp.stack(together), Array[Any])


def of_unknown_ones(a: Array[float16], some: Sequence[Array[Any]]) -> None:
    assert_type(jnp.stack(some), Array[Any])
    assert_type(jnp.stack([a, *some]), Array[Any])
    assert_type(jnp.stack((a, *some)), Array[Any])
    assert_type(jnp.stack([x * 2 for x in some]), Array[Any])


def of_two_dtypes(a: Array[int8], f: Array[float16], u: Array[Any]) -> None:
    assert_type(jnp.concatenate([a, f]), Array[float16])
    assert_type(jnp.concatenate((a, f)), Array[float16])
    assert_type(jnp.concatenate([a, f, u]), Array[Any])
    assert_type(jnp.block([[a, f], [f, a]]), Array[float16])
    assert_type(jnp.block([[a, 1.0], [2, a]]), Array[weak_float])


def of_unpacked_sequences(a: Array[int8], some: Sequence[Array[float16]], pair: tuple[Array[int8], Array[float16]]) -> None:
    assert_type(jnp.stack([a, *some, *pair]), Array[float16])
    assert_type(jnp.stack([*a]), Array[int8])
    assert_type(jnp.stack(list({"x": a}.values())), Array[int8])
    assert_type(jnp.stack(tuple(x * 2 for x in some)), Array[float16])
    assert_type(jnp.array([*some, 1]), Array[float16])
    assert_type(jnp.broadcast_arrays(*some), tuple[Array[float16], ...])
    assert_type(jnp.broadcast_arrays(*pair), tuple[Array[int8], Array[float16]])
    assert_type(jnp.meshgrid(some[0], *pair), tuple[Array[float16], Array[int8], Array[float16]])
    x, y = jnp.broadcast_arrays(*some)
    assert_type(x, Array[float16])


def of_unpacked_sequences_beside_other_arguments(a: Array[bool_]) -> None:
    assert_type(jnp.concatenate(*([a, a], 0)), Array[bool_])  # or: Array[Any]


def of_where_they_are(b: Array[bool_], x: Array[float16]) -> None:
    assert_type(jnp.where(b), tuple[Array[int64], ...])  # or: tuple[Array[int32], ...]
    assert_type(jnp.where(x > 0, size=2)[0], Array[int64])  # or: Array[int32]
    assert_type(jnp.where(b, size=2, fill_value=0.5)[0], Array[Any])
    assert_type(jnp.where(b, x, 0), Array[float16])
