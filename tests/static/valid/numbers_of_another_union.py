"""An `ArrayLike` as an argument for another library's union of the same types."""

from typing import Any, TypeAlias

import jax
import numpy as np
from jax.typing import ArrayLike

Numeric: TypeAlias = jax.Array | np.ndarray | np.bool | np.number[Any] | bool | int | float | complex


def taken(x: Numeric) -> Numeric:
    return x


def passed_on(x: ArrayLike) -> Numeric:
    return taken(x)


passed_on(np.float32(1))
