# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from jax._src.named_sharding import NamedSharding
from jax._src.partition_spec import P
from jaxtyping_promo.array import Array
from typing import Any, Protocol, runtime_checkable

@runtime_checkable
class Initializer(Protocol):
    def __call__(self, key: Array, shape: Sequence[Any], dtype: Any = None, out_sharding: NamedSharding | P | None = None) -> Array: ...
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
