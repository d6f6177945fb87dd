"""Operators on random keys and on tangents of integers, whose dtypes take no part in promotion.

Source: JAX 0.12. A tangent of an integer has the dtype ``float0``, which has no values to compute with.
"""

from __future__ import annotations

from typing import Any

from ..inference.answer import Answer, Refusal
from ..inference.random_keys import EQUALITY, infer_keys, is_key_dtype
from ..operators import SYMBOLS
from .values import Array

FLOAT0 = "float0"
"""The dtype of tangents and cotangents of integers."""
NO_VALUES = "float0 arrays, the gradients of integers"


def infer_outside_promotion(op: str, *operands: Any) -> Answer | None:
    """The answer for an operator with random keys or ``float0`` arrays; None if no operand is such an array.

    Args:
        op: a key of `jaxtyping_promo.operators.SYMBOLS`.
        operands: the alternatives of one or two operands.
    """
    if any(map(_is_key, operands)):
        return infer_keys(op, [getattr(item, "dtype", "") for item in operands])
    dtypes = [getattr(item, "dtype", None) or "" for item in operands]
    if FLOAT0 in dtypes and op not in EQUALITY:
        return Refusal(f'"{SYMBOLS[op]}" is not defined for {NO_VALUES}', "skip the leaves of integers", tuple(dtypes))
    return None


def _is_key(item: Any) -> bool:
    return isinstance(item, Array) and is_key_dtype(item.dtype)
