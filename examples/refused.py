"""An operator that JAX rejects at run time, and a result with another dtype than declared: mypy reports both."""

from __future__ import annotations

import numpy as np

from jaxtyping_promo import Array, bfloat16, bool_


def changed(old: Array[bool_], new: Array[bool_]) -> Array[bool_]:
    return old - new


def halved(weights: Array[bfloat16]) -> Array[bfloat16]:
    return weights * np.float32(0.5)
