# `jax.Array` is `jaxtyping_promo.Array`: one class, generic in its dtype, for device arrays and tracers alike.
import numpy as _np
from typing import Any
from typing_extensions import TypeAlias

from jaxtyping_promo.array import Array as Array
from jaxtyping_promo.typing import ArrayLike as ArrayLike
from jaxtyping_promo.typing import DTypeLike as DTypeLike

StaticScalar: TypeAlias = _np.bool | _np.number[Any] | bool | int | float | complex
