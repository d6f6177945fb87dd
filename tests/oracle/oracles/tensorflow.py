"""TensorFlow: `tf.add`, and the operators of `tf.Tensor` on the CPU."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

from jaxtyping_promo import get_system

from .cells import FUNCTIONS, SCALARS, Cell, answer, operator_cells, promotion_cells

VERSION = f"TensorFlow {tf.__version__}"
CALL = "`tf.add`; the operators of `tf.Tensor` on the CPU"

# TensorFlow raises an AttributeError if a Python scalar has no reflected method to fall back on.
ERRORS = (TypeError, ValueError, AttributeError, tf.errors.OpError)


def dtype_name(value: object) -> str:
    return "bool_" if value.dtype == tf.bool else value.dtype.name


VALUES = {
    name: tf.cast(tf.ones((2, 2)), tf.dtypes.as_dtype(name.rstrip("_")))
    for name in get_system("tensorflow").nodes
    if not name.startswith("weak_")
} | SCALARS


def add(left: str, right: str) -> str | None:
    return answer(lambda: tf.add(VALUES[left], VALUES[right]), dtype_name, ERRORS)


def compute(op: str, *names: str) -> str | None:
    return answer(lambda: FUNCTIONS[op](*(VALUES[name] for name in names)), dtype_name, ERRORS)


def cells() -> Iterator[Cell]:
    system = get_system("tensorflow")
    yield from promotion_cells(system, add)
    yield from operator_cells(system, compute)
