"""Four promotions that JAX makes without a warning. mypy, with the plugin of `pyproject.toml`, reports them."""

from __future__ import annotations

import numpy as np

from jaxtyping_promo import Array, bfloat16, float16, int32, uint32


def step(weights: Array[bfloat16], scale: Array[float16], ids: Array[uint32], shift: Array[int32]) -> list[Array]:
    return [
        weights * 0.5,  # a Python scalar is weak: bfloat16, as expected
        weights * np.float32(0.5),
        weights * scale,
        ids + shift,
        shift * scale,
    ]
