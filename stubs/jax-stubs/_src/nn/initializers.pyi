# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from jax._src.named_sharding import NamedSharding
from jax._src.partition_spec import P
from jaxtyping_promo.array import Array, _DType, _General, _NoArgument
from jaxtyping_promo.dtypes import _Requested, bool_, complex64, float32, generic, int32
from typing import Any, Generic, Protocol, overload, runtime_checkable
from typing_extensions import TypeAlias, TypeVar

_D_co = TypeVar("_D_co", bound=generic, covariant=True, default=Any)
_R = TypeVar("_R", bound=generic)

_OutShardingType: TypeAlias = NamedSharding | P | None

class _Initializer(Generic[_D_co]):
    @overload
    def __call__(self, *, key: Array, shape: Sequence[Any], dtype: _NoArgument) -> Array[Any]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], *, out_sharding: _OutShardingType = None) -> Array[_D_co]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], dtype: type[bool], out_sharding: _OutShardingType = None) -> Array[bool_]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], dtype: type[int], out_sharding: _OutShardingType = None) -> Array[int32]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], dtype: type[float], out_sharding: _OutShardingType = None) -> Array[float32]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], dtype: type[complex], out_sharding: _OutShardingType = None) -> Array[complex64]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out_sharding: _OutShardingType = None) -> Array[_R]: ...
    @overload
    def __call__(self, key: Array, shape: Sequence[Any], dtype: Any = None, out_sharding: _OutShardingType = None) -> Array[Any]: ...
@runtime_checkable
class Initializer(Protocol):
    def __call__(self, key: Array, shape: Sequence[Any], dtype: Any = None, out_sharding: _OutShardingType = None) -> Array: ...
class _General(_General):
    _Initializer = (7,)
def constant(*args: Any, **kwargs: Any) -> Any:
    """Builds an initializer that returns arrays full of a constant ``value``."""
def delta_orthogonal(*args: Any, **kwargs: Any) -> Any:
    """Builds an initializer for delta orthogonal kernels."""
def glorot_normal(*args: Any, **kwargs: Any) -> Any:
    """Builds a Glorot normal initializer (aka Xavier normal initializer)."""
def glorot_uniform(*args: Any, **kwargs: Any) -> Any:
    """Builds a Glorot uniform initializer (aka Xavier uniform initializer)."""
def he_normal(*args: Any, **kwargs: Any) -> Any:
    """Builds a He normal initializer (aka Kaiming normal initializer)."""
def he_uniform(*args: Any, **kwargs: Any) -> Any:
    """Builds a He uniform initializer (aka Kaiming uniform initializer)."""
def lecun_normal(*args: Any, **kwargs: Any) -> Any:
    """Builds a Lecun normal initializer."""
def lecun_uniform(*args: Any, **kwargs: Any) -> Any:
    """Builds a Lecun uniform initializer."""
def normal(*args: Any, **kwargs: Any) -> Any:
    """Builds an initializer that returns real normally-distributed random arrays."""
def ones(*args: Any, **kwargs: Any) -> Any:
    """An initializer that returns a constant array full of ones."""
def orthogonal(*args: Any, **kwargs: Any) -> Any:
    """Builds an initializer that returns uniformly distributed orthogonal matrices."""
def truncated_normal(*args: Any, **kwargs: Any) -> Any:
    """Builds an initializer that returns truncated-normal random arrays."""
def uniform(*args: Any, **kwargs: Any) -> Any:
    """Builds an initializer that returns real uniformly-distributed random arrays."""
def variance_scaling(*args: Any, **kwargs: Any) -> Any:
    """Initializer that adapts its scale to the shape of the weights tensor."""
def zeros(*args: Any, **kwargs: Any) -> Any:
    """An initializer that returns a constant array full of zeros."""
def __getattr__(name: str) -> Any: ...
