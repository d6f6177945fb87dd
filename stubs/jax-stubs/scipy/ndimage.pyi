# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import ndarray as _np_ndarray
from collections.abc import Sequence
from jaxtyping_promo.array import Array, _General, _JaxModule
from jaxtyping_promo.dtypes import _Truncated, bool_, complex64, float32, generic, int32, weak_complex, weak_float, weak_int
from jaxtyping_promo.typing import ArrayLike
from typing import Any, overload
from typing_extensions import TypeVar

_R = TypeVar("_R", bound=generic)

@overload
def map_coordinates(input: Array[_Truncated] | _np_ndarray[Any, Any], coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[Any]: ...
@overload
def map_coordinates(input: bool, coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[bool_]: ...
@overload
def map_coordinates(input: Array[weak_int] | int, coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[int32]: ...
@overload
def map_coordinates(input: Array[weak_float] | float, coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[float32]: ...
@overload
def map_coordinates(input: Array[weak_complex] | complex, coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[complex64]: ...
@overload
def map_coordinates(input: Array[_R], coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[_R]: ...
@overload
def map_coordinates(input: ArrayLike, coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Array[Any]: ...
class _General(_General):
    map_coordinates = (6,)
class _Module(_JaxModule):
    made_from = "0.12.0.1"
