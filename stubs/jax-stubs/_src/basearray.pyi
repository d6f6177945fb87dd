# `jax.Array` is `jaxtyping_promo.Array`: one class, generic in its dtype, for device arrays and tracers alike.
from typing import Any
from typing_extensions import TypeAlias

import numpy as np

from jaxtyping_promo.array import Array as Array
from jaxtyping_promo.typing import ArrayLike as ArrayLike
from jaxtyping_promo.typing import DTypeLike as DTypeLike

StaticScalar: TypeAlias = np.bool | np.number[Any] | bool | int | float | complex

def __getattr__(name: str) -> Any: ...
