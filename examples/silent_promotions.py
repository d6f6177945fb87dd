"""Five promotions that JAX makes without a warning. mypy, with the plugin of `pyproject.toml`, shows the results."""

from __future__ import annotations

from typing import reveal_type

import numpy as np

from jaxtyping_promo import Array, bfloat16, float16, int32, uint32


def step(weights: Array[bfloat16], scale: Array[float16], ids: Array[uint32], shift: Array[int32]) -> None:
    reveal_type(weights * 0.5)  # a Python scalar is weak: the array keeps its dtype
    reveal_type(weights * np.float32(0.5))  # a NumPy scalar is not weak: twice the memory
    reveal_type(weights * scale)  # neither dtype holds the other's values, so JAX widens
    reveal_type(ids + shift)  # ids from 2**31 on become negative
    reveal_type(shift * scale)  # values from 65520 on become infinite
