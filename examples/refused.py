"""What JAX refuses when it gets there, and a dtype that is not the one declared: mypy reports both before."""

from __future__ import annotations

import numpy as np

from jaxtyping_promo import Array, bfloat16, bool_


def changed(old: Array[bool_], new: Array[bool_]) -> Array[bool_]:
    return old - new


def halved(weights: Array[bfloat16]) -> Array[bfloat16]:
    return weights * np.float32(0.5)
