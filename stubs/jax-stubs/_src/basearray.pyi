# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import bool as _np_bool, dtype as _np_dtype, number as _np_number
from typing import Any, Protocol, runtime_checkable
from typing_extensions import TypeAlias

from jaxtyping_promo.array import Array as Array
from jaxtyping_promo.typing import ArrayLike as ArrayLike
from jaxtyping_promo.typing import DTypeLike as DTypeLike

StaticScalar: TypeAlias = _np_bool | _np_number[Any] | bool | int | float | complex
@runtime_checkable
class SupportsDType(Protocol):
    @property
    def dtype(self) -> _np_dtype[Any]: ...
def __getattr__(name: str) -> Any: ...
