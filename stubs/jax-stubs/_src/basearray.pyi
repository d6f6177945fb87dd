# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
import numpy as _np
from typing import Any, Protocol, runtime_checkable
from typing_extensions import TypeAlias

from jaxtyping_promo.array import Array as Array
from jaxtyping_promo.typing import ArrayLike as ArrayLike
from jaxtyping_promo.typing import DTypeLike as DTypeLike

StaticScalar: TypeAlias = _np.bool | _np.number[Any] | bool | int | float | complex
@runtime_checkable
class SupportsDType(Protocol):
    @property
    def dtype(self) -> _np.dtype[Any]: ...

def __getattr__(name: str) -> Any: ...
