# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import float64 as _np_float64, ndarray as _np_ndarray
from jax._src.scipy.stats._core import ModeResult as _ModeResult
from jaxtyping_promo.array import Array, _General, _JaxModule
from jaxtyping_promo.dtypes import _Requested, _Truncated, bool_, complex64, float32, inexact, int1, int16, int2, int32, int4, int8, uint1, uint16, uint2, uint32, uint4, uint8, unsignedinteger, weak_complex, weak_float, weak_int
from jaxtyping_promo.typing import ArrayLike
from typing import Any, overload
from typing_extensions import TypeVar

from jax.scipy.stats import bernoulli as bernoulli
from jax.scipy.stats import beta as beta
from jax.scipy.stats import binom as binom
from jax.scipy.stats import cauchy as cauchy
from jax.scipy.stats import dirichlet as dirichlet
from jax.scipy.stats import expon as expon
from jax.scipy.stats import gamma as gamma
from jax.scipy.stats import geom as geom
from jax.scipy.stats import laplace as laplace
from jax.scipy.stats import logistic as logistic
from jax.scipy.stats import multinomial as multinomial
from jax.scipy.stats import multivariate_normal as multivariate_normal
from jax.scipy.stats import nbinom as nbinom
from jax.scipy.stats import norm as norm
from jax.scipy.stats import pareto as pareto
from jax.scipy.stats import poisson as poisson
from jax.scipy.stats import t as t
from jax.scipy.stats import uniform as uniform
from jax.scipy.stats import chi2 as chi2
from jax.scipy.stats import betabinom as betabinom
from jax.scipy.stats import gennorm as gennorm
from jax.scipy.stats import truncnorm as truncnorm
from jax._src.scipy.stats.kde import gaussian_kde as gaussian_kde
from jax.scipy.stats import vonmises as vonmises
from jax.scipy.stats import wrapcauchy as wrapcauchy
from jax.scipy.stats import gumbel_r as gumbel_r
from jax.scipy.stats import gumbel_l as gumbel_l

_Kept = TypeVar("_Kept", bound=unsignedinteger | inexact | bool_ | int1 | int2 | int4 | int8 | int16)
_Kept2 = TypeVar("_Kept2", bound=int32)
_Kept3 = TypeVar("_Kept3", bound=inexact | uint1 | uint2 | int1 | int2)

@overload
def mode(a: Array[_Truncated] | _np_ndarray[Any, Any] | bool | _np_float64, axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[Any, Any]: ...
@overload
def mode(a: int, axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[Any, Any]: ...
@overload
def mode(a: float, axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[Any, Any]: ...
@overload
def mode(a: Array[weak_int], axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[weak_int, int32]: ...
@overload
def mode(a: Array[weak_float], axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[weak_float, int32]: ...
@overload
def mode(a: Array[weak_complex], axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[complex64, int32]: ...
@overload
def mode(a: Array[_Kept], axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[_Kept, int32]: ...
@overload
def mode(a: Array[_Kept2], axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult[_Kept2, _Kept2]: ...
@overload
def mode(a: ArrayLike, axis: int | None = 0, nan_policy: str = 'propagate', keepdims: bool = False) -> _ModeResult: ...
def rankdata(a: ArrayLike, method: str = 'average', *, axis: int | None = None, nan_policy: str = 'propagate') -> Array[float32]: ...
@overload
def sem(a: Array[_Truncated] | _np_ndarray[Any, Any], axis: int | None = 0, ddof: int = 1, nan_policy: str = 'propagate', *, keepdims: bool = False) -> Array[Any]: ...
@overload
def sem(a: Array[_Requested[_Kept3]], axis: int | None = 0, ddof: int = 1, nan_policy: str = 'propagate', *, keepdims: bool = False) -> Array[_Kept3]: ...
@overload
def sem(a: Array[bool_ | uint4 | uint8 | uint16 | uint32 | int4 | int8 | int16 | int32] | float, axis: int | None = 0, ddof: int = 1, nan_policy: str = 'propagate', *, keepdims: bool = False) -> Array[float32]: ...
@overload
def sem(a: complex, axis: int | None = 0, ddof: int = 1, nan_policy: str = 'propagate', *, keepdims: bool = False) -> Array[complex64]: ...
@overload
def sem(a: Array[_Kept3], axis: int | None = 0, ddof: int = 1, nan_policy: str = 'propagate', *, keepdims: bool = False) -> Array[_Kept3]: ...
@overload
def sem(a: ArrayLike, axis: int | None = 0, ddof: int = 1, nan_policy: str = 'propagate', *, keepdims: bool = False) -> Array[Any]: ...
class _General(_General):
    mode = (8,)
    sem = (5,)
class _Module(_JaxModule):
    made_from = "0.12.0.1"
