# What JAX has from ml_dtypes. The limits in `finfo` are scalars of its dtype, so that ``x + jnp.finfo(x.dtype).eps`` has x's.
from typing import Any, Generic, overload

import numpy as _np
from jaxtyping_promo.array import Array, _DType
from jaxtyping_promo.dtypes import _NumPy, _Truncated, floating
from ml_dtypes import iinfo as _iinfo
from typing_extensions import TypeVar

_NumPyLimit = TypeVar("_NumPyLimit", bound=_np.floating[Any])
_D = TypeVar("_D", bound=floating)

class Scalar(_np.number[Any], Generic[_D]):
    """Stands for the scalar types of ml_dtypes, of which a checker knows nothing; NumPy's are no bases of theirs, either."""

    def __float__(self) -> float: ...

_Limit = TypeVar("_Limit", bound=_np.number[Any], default=Scalar[Any])

class finfo(_np.finfo[Any], Generic[_Limit]):
    """Machine limits for floating point types, those of ml_dtypes as well."""

    @overload
    def __new__(cls, dtype: type[_Truncated] | _DType[_Truncated] | Array[_Truncated]) -> finfo[Scalar[Any]]: ...
    @overload
    def __new__(cls, dtype: type[_NumPy[_NumPyLimit]] | _DType[_NumPy[_NumPyLimit]] | Array[_NumPy[_NumPyLimit]]) -> finfo[_NumPyLimit]: ...
    @overload
    def __new__(cls, dtype: type[_D] | _DType[_D] | Array[_D]) -> finfo[Scalar[_D]]: ...
    @overload
    def __new__(cls, dtype: type[_NumPyLimit] | _NumPyLimit) -> finfo[_NumPyLimit]: ...
    @overload
    def __new__(cls, dtype: type[float]) -> finfo[_np.float64]: ...
    @overload
    def __new__(cls, dtype: Any) -> finfo[Scalar[Any]]: ...
    @property
    def eps(self) -> _Limit: ...
    @property
    def epsneg(self) -> _Limit: ...
    @property
    def max(self) -> _Limit: ...
    @property
    def min(self) -> _Limit: ...
    @property
    def resolution(self) -> _Limit: ...
    @property
    def smallest_normal(self) -> _Limit: ...
    @property
    def smallest_subnormal(self) -> _Limit: ...
    @property
    def tiny(self) -> _Limit: ...

class iinfo(_iinfo):
    """Machine limits for integer types, those of ml_dtypes as well."""

    def __init__(self, int_type: Any) -> None: ...
