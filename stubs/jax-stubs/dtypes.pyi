# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import dtype as _np_dtype, generic as _np_generic
from jax._src.dtypes import ExtendedDType as _ExtendedDType
from jaxtyping_promo.array import _JaxModule
from jaxtyping_promo.typing import DTypeLike
from typing import Any, Literal, overload

from jax._src.dtypes import extended as extended
from jax._src.dtypes import prng_key as prng_key
from jax._src.dtypes import TypePromotionError as TypePromotionError
from jax._src.dtypes import finfo as finfo
from jax._src.dtypes import iinfo as iinfo

bfloat16: type[_np_generic]
def itemsize_bits(dtype: DTypeLike) -> int: ...
@overload
def canonicalize_dtype(dtype: Any, allow_extended_dtype: Literal[False] = False) -> _np_dtype[Any]: ...
@overload
def canonicalize_dtype(dtype: Any, allow_extended_dtype: bool = False) -> _np_dtype[Any] | _ExtendedDType: ...
float0: _np_dtype[Any]
@overload
def result_type(*args: Any, return_weak_type_flag: Literal[True]) -> tuple[_np_dtype[Any], bool]: ...
@overload
def result_type(*args: Any, return_weak_type_flag: Literal[False] = False) -> _np_dtype[Any]: ...
@overload
def result_type(*args: Any, return_weak_type_flag: bool = False) -> _np_dtype[Any] | tuple[_np_dtype[Any], bool]: ...
def scalar_type_of(x: Any) -> type[Any]: ...
def issubdtype(a: DTypeLike | _ExtendedDType | None, b: DTypeLike | _ExtendedDType | None) -> bool: ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
