"""Five promotions that JAX makes without a word; mypy, configured by the `pyproject.toml` beside, says what to."""

from __future__ import annotations

from typing import reveal_type

import numpy as np

from jaxtyping_promo import Array, bfloat16, float16, int32, uint32


def step(weights: Array[bfloat16], scale: Array[float16], ids: Array[uint32], shift: Array[int32]) -> None:
    reveal_type(weights * 0.5)  # a Python scalar is weak: the array's dtype stays
    reveal_type(weights * np.float32(0.5))  # a NumPy scalar is not: twice the memory
    reveal_type(weights * scale)  # neither of the two holds the other's values
    reveal_type(ids + shift)  # ids from 2**31 on become negative
    reveal_type(shift * scale)  # infinite from 65520 on
