# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
import numpy as _np
from jax._src.basearray import StaticScalar
from jaxtyping_promo.array import Array
from typing import Any
from typing_extensions import TypeAlias

ArrayLike: TypeAlias = Array | _np.ndarray[Any, Any] | StaticScalar
DTypeLike: TypeAlias = Any

def __getattr__(name: str) -> Any: ...
