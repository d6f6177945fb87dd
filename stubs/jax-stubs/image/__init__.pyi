# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import ndarray as _np_ndarray
from collections.abc import Sequence
from jaxtyping_promo.array import Array, _General, _JaxModule
from jaxtyping_promo.dtypes import _Requested, _Truncated, bool_, complex64, float32, inexact, int1, int16, int2, int32, int4, int8, uint1, uint16, uint2, uint32, uint4, uint8, weak_complex, weak_float, weak_int
from typing import Any, overload
from typing_extensions import TypeVar

from jax._src.image.scale import ResizeMethod as ResizeMethod

_Kept = TypeVar("_Kept", bound=inexact)
_Kept2 = TypeVar("_Kept2", bound=inexact | uint1 | uint2 | int1 | int2)

@overload
def resize(image: Array[_Truncated] | _np_ndarray[Any, Any], shape: Sequence[Any], method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[Any]: ...
@overload
def resize(image: Array[weak_int | weak_float | weak_complex], shape: Sequence[Any], method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[Any]: ...
@overload
def resize(image: Array[_Kept], shape: Sequence[Any], method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[_Kept]: ...
@overload
def resize(image: Any, shape: Sequence[Any], method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Any: ...
@overload
def scale_and_translate(image: Array[_Truncated] | _np_ndarray[Any, Any], shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[Any]: ...
@overload
def scale_and_translate(image: Array[_Requested[_Kept2]], shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[_Kept2]: ...
@overload
def scale_and_translate(image: Array[bool_ | uint4 | uint8 | uint16 | uint32 | int4 | int8 | int16 | int32] | float, shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[float32]: ...
@overload
def scale_and_translate(image: complex, shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[complex64]: ...
@overload
def scale_and_translate(image: Array[_Kept2], shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Array[_Kept2]: ...
@overload
def scale_and_translate(image: Any, shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Any: ...
class _General(_General):
    resize = (3,)
    scale_and_translate = (5,)
class _Module(_JaxModule):
    made_from = "0.12.0.1"
