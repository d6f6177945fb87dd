"""TensorFlow's experimental NumPy behaviour. It is switched on for a whole process, so each mode needs its own."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
from tensorflow.python.framework import flexible_dtypes

from jaxtyping_promo import get_system

from .cells import SCALARS, Cell, promotion_cells

VERSION = f"TensorFlow {tf.__version__}"
CALL = "the `result_type` behind its functions"
MODES = {"tensorflow-numpy": "all", "tensorflow-numpy-safe": "safe"}

WEAK = {"int": "weak_int", "float": "weak_float", "complex": "weak_complex"}
VALUES: dict[str, object] = {}


def enable(name: str) -> None:
    """Switch the process to the mode of a system."""
    tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode=MODES[name])
    for node in get_system(name).nodes:
        if not node.startswith("weak_"):
            VALUES[node] = tf.cast(tf.ones((2, 2)), tf.dtypes.as_dtype(node.rstrip("_")))
    VALUES.update(SCALARS)


def node_name(dtype: tf.DType, weak: bool) -> str:
    if dtype == tf.bool:
        return "bool_"
    return WEAK[dtype.name.rstrip("0123456789")] if weak else dtype.name


def result_type(left: str, right: str) -> str | None:
    try:
        dtype, weak = flexible_dtypes.result_type(VALUES[left], VALUES[right])
    except (NotImplementedError, TypeError, ValueError):
        return None
    return node_name(dtype, weak)


def cells(name: str) -> Iterator[Cell]:
    """The cells of a system. The process must be in the mode of that system."""
    enable(name)
    yield from promotion_cells(get_system(name), result_type)
