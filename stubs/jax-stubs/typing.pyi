# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
import numpy as _np
from typing import Any
from typing_extensions import TypeAlias

from jax._src.basearray import ArrayLike as ArrayLike

DTypeLike: TypeAlias = Any

def __getattr__(name: str) -> Any: ...
