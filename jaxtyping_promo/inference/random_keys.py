"""Operators on random keys, whose dtype takes no part in promotion.

Source: JAX 0.12. ``jax.random.key(0) + 1`` raises "add does not accept dtypes key<fry>, int32". Keys are only compared
with keys, by ``==`` and ``!=``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..operators import SYMBOLS
from .answer import Answer, Refusal, Result

KEY = "key<fry>"
"""The dtype of keys that `jax.random.key` makes by default."""
KEYS = "random keys"
EQUALITY = ("eq", "ne")


def is_key_dtype(dtype: str | None) -> bool:
    """Whether a dtype is that of random keys, ``"key<fry>"``."""
    return dtype is not None and dtype.startswith("key")


def infer_keys(op: str, dtypes: Sequence[str | None]) -> Answer | None:
    """The answer for an operator with random keys; None if an operand of unknown dtype may be a key as well.

    Args:
        op: a key of `jaxtyping_promo.operators.SYMBOLS`.
        dtypes: the dtypes of the operands, at least one of which is that of keys; None if unknown, "" for an operand
            that is no array.
    """
    operands = tuple(dtype or "" for dtype in dtypes)
    if op == "pos":
        return Result(operands)
    if op not in EQUALITY:
        advice = "make a new key with jax.random.fold_in, or read its bits with jax.random.key_data"
        return Refusal(f'"{SYMBOLS[op]}" is not defined for {KEYS}', advice, operands)
    if all(map(is_key_dtype, dtypes)):
        return Result(("bool_",))
    if None in dtypes:
        return None
    return Refusal(f'"{SYMBOLS[op]}" compares {KEYS} only with each other', "use jax.random.key_data", operands)
