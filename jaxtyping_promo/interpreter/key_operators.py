"""Operators on random keys and on tangents of integers, whose dtypes take no part in promotion.

Source: JAX 0.12. ``jax.random.key(0) + 1`` raises "add does not accept dtypes key<fry>, int32". Keys are only compared
with keys, by ``==`` and ``!=``. A tangent of an integer has the dtype ``float0``, which has no values to compute with.
"""

from __future__ import annotations

from typing import Any

from ..inference.answer import Answer, Refusal, Result
from ..operators import SYMBOLS
from .values import Array

FLOAT0 = "float0"
"""The dtype of tangents and cotangents of integers."""
KEYS = "random keys"
NO_VALUES = "float0 arrays, the gradients of integers"
EQUALITY = ("eq", "ne")


def infer_outside_promotion(op: str, *operands: Any) -> Answer | None:
    """The answer for an operator with random keys or ``float0`` arrays; None if no operand is such an array.

    Args:
        op: a key of `jaxtyping_promo.operators.SYMBOLS`.
        operands: the alternatives of one or two operands.
    """
    dtypes = [getattr(item, "dtype", None) or "" for item in operands]
    if any(map(_is_key, operands)):
        return _of_keys(op, operands, tuple(dtypes))
    if FLOAT0 in dtypes and op not in EQUALITY:
        return Refusal(f'"{SYMBOLS[op]}" is not defined for {NO_VALUES}', "skip the leaves of integers", tuple(dtypes))
    return None


def _is_key(item: Any) -> bool:
    return isinstance(item, Array) and (item.dtype or "").startswith("key")


def _of_keys(op: str, operands: tuple[Any, ...], dtypes: tuple[str, ...]) -> Answer | None:
    """The answer for an operator with random keys."""
    if op == "pos":
        return Result(dtypes)
    if op not in EQUALITY:
        advice = "make a new key with jax.random.fold_in, or read its bits with jax.random.key_data"
        return Refusal(f'"{SYMBOLS[op]}" is not defined for {KEYS}', advice, dtypes)
    if all(map(_is_key, operands)):
        return Result(("bool_",))
    if any(getattr(item, "dtype", "") is None for item in operands):
        return None
    return Refusal(f'"{SYMBOLS[op]}" compares {KEYS} only with each other', "use jax.random.key_data", dtypes)
