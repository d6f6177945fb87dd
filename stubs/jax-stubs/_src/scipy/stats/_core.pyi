# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import Array
from jaxtyping_promo.dtypes import generic
from typing import Any, Generic
from typing_extensions import NamedTuple, TypeVar

_D0 = TypeVar("_D0", bound=generic, covariant=True, default=Any)
_D1 = TypeVar("_D1", bound=generic, covariant=True, default=Any)

class ModeResult(NamedTuple, Generic[_D0, _D1]):
    mode: Array[_D0]
    count: Array[_D1]
def mode(*args: Any, **kwargs: Any) -> Any:
    """Compute the mode (most common value) along an axis of an array."""
def rankdata(*args: Any, **kwargs: Any) -> Any:
    """Compute the rank of data along an array axis."""
def sem(*args: Any, **kwargs: Any) -> Any:
    """Compute the standard error of the mean."""
def __getattr__(name: str) -> Any: ...
