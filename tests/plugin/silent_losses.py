"""Lines that lose data silently, the code that mypy reports for each, and lines that lose nothing."""

from __future__ import annotations

HEADER = """\
import operator
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.numpy import where as chosen

from jaxtyping_promo import Array, bfloat16, bool_, float16, float32, int8, int16, int32, uint8, uint16, uint32

LIMIT: Final = 1000
SIZE = 1000
SMALL = 100


def program(
    bools: Array[bool_],
    bytes_: Array[uint8],
    tiny: Array[int8],
    words: Array[uint16],
    ids: Array[uint32],
    ints: Array[int32],
    halves: Array[float16],
    brains: Array[bfloat16],
    floats: Array[float32],
    either: Array[int8 | int16],
    key: jax.Array,
    wide: bool,
    number: int,
) -> None:
"""

LOSSES: dict[str, tuple[str, ...]] = {
    "dtype-overflow": (
        "tiny + 1000",
        "1000 - tiny",
        "tiny * LIMIT",
        "tiny + SIZE",
        "tiny + (100 if wide else 1000)",
        "tiny + (SMALL + 100)",
        "tiny // 1000",
        "tiny % -300",
        "either + 100000",
        "operator.add(tiny, 1000)",
        "bytes_ == 300",
        "300 != bytes_",
        "bytes_ > -1",
        "bytes_ | 256",
        "halves * 70000",
        "halves == 1e5",
        "brains * 1e39",
        "ints + 2**31",
        "floats * 2**31",
        "ids & 0xFFFFFFFF",
        "jnp.full(3, 300, jnp.uint8)",
        "jnp.full(3, fill_value=-1, dtype='uint8')",
        "jnp.full(3, 2**31)",
        "jnp.full(3, 1.5, jnp.int32)",
        "jnp.full_like(bytes_, 300)",
        "jnp.array(300, jnp.uint8)",
        "jnp.array([1, 300], dtype=jnp.uint8)",
        "jnp.asarray(-1, jnp.uint8)",
        "jnp.uint8(300)",
        "jnp.float16(1e5)",
        "jnp.clip(bytes_, -1, 300)",
        "bytes_.clip(0, 300)",
        "jnp.where(bools, bytes_, 300)",
        "chosen(bools, 300, bytes_)",
        "jnp.where(bools, halves, -1e9)",
        "jnp.where(bools, floats, 2**31)",
        "jnp.minimum(bytes_, 300)",
        "jnp.maximum(bytes_, -1)",
        "jnp.add(tiny, 1000)",
        "jnp.equal(bytes_, 300)",
        "jnp.isclose(bytes_, 300)",
        "jnp.stack([bytes_[0], 300])",
        "jnp.append(bytes_, 300)",
        "jnp.insert(bytes_, 0, 300)",
        "jnp.select([bools], [bytes_], 300)",
        "jnp.arange(300, dtype=jnp.uint8)",
        "jnp.linspace(0, 1e5, 3, dtype=jnp.float16)",
        "jax.random.randint(key, (3,), 0, 300, jnp.uint8)",
        "jax.random.uniform(key, (3,), jnp.float16, 0, 70000)",
        "bytes_.at[0].set(300)",
        "bytes_.at[0].add(-1)",
        "ints.at[0].set(2**31)",
        "halves.at[0].set(1e5)",
        "lax.full((3,), 300, jnp.uint8)",
        "lax.full_like(bytes_, 300)",
        "lax.convert_element_type(300, jnp.uint8)",
    ),
    "dtype-truncation": ("jnp.zeros(3, jnp.float64)", "floats.astype('int64')", "jnp.int64(1)"),
    "dtype-range": (
        "ids + ints",
        "ids < ints",
        "ids // tiny",
        "ints * halves",
        "words + halves",
        "jnp.add(ids, ints)",
        "jnp.where(bools, ids, ints)",
        "jnp.concatenate([ids, ints])",
        "jnp.maximum(ids, ints)",
        "jnp.less(ids, ints)",
        "ids @ ints",
        "bytes_ + jnp.asarray(number)",
        "halves + 1e-8",
        "brains.astype(jnp.float16)",
        "jnp.asarray(brains, jnp.float16)",
        "ints.at[0].set(ids[0])",
    ),
    "dtype-widening": (
        "brains * np.float32(2)",
        "np.float32(2) * brains",
        "brains * np.sqrt(np.float64(2))",
        "halves * np.ones(3)",
        "tiny + np.int32(1)",
        "brains + halves",
        "tiny + bytes_",
        "jnp.where(bools, brains, np.float32(0))",
        "jnp.stack([brains, halves])",
    ),
    "dtype-scatter": (
        "ints.at[0].set(1.5)",
        "ints.at[0].add(floats[0])",
        "tiny.at[0].max(ints[0])",
        "brains.at[0].set(floats[0])",
        "bools.at[0].set(1)",
        "jnp.fill_diagonal(jnp.stack([ints, ints]), 1.5, inplace=False)",
        "jnp.put(ints, 0, 1.5, inplace=False)",
        "jnp.insert(ints, 0, 1.5)",
    ),
    "dtype-precision": ("ints + brains", "ints * floats"),
    "dtype-kind": ("ints * 1.5", "ints / 2", "floats * 1j", "ints * np.float32(2)"),
    "dtype-implicit": ("ints + tiny", "jnp.add(floats, brains)", "bools + ints"),
}
"""Lines by the code that is reported for each; with all codes switched on there may be others."""

HARMLESS = (
    "tiny + 100",
    "tiny + number",
    "tiny + SMALL",
    "either + 1000",
    "tiny & 0xFF",
    "tiny ** 300",
    "tiny / 1000",
    "bytes_ == 255",
    "halves * 6e4",
    "halves + 1e-4",
    "jnp.clip(halves, -1e5, 1e5)",
    "ids + 1",
    "ids.astype(jnp.int32) + ints",
    "ints + tiny",
    "ints * floats",
    "floats * np.float32(2)",
    "floats * np.float64(2)",
    "brains * 2.0",
    "brains * float(np.sqrt(2))",
    "bools * 2",
    "floats.astype(jnp.float16)",
    "floats.at[0].set(ints[0])",
    "floats.at[0].set(1)",
    "ints.at[0].set(3)",
    "bools.at[0].set(True)",
    "jnp.arange(256, dtype=jnp.uint8)",
    "jax.random.randint(key, (3,), 0, 256, jnp.uint8)",
    "jnp.full(3, 255, jnp.uint8)",
    "jnp.full(3, jnp.nan)",
    "jnp.array([1, 2.5])",
    "jnp.where(bools, floats, -1e9)",
    "jnp.zeros(3, jnp.float32)",
)
"""Lines on which nothing is reported by default."""
