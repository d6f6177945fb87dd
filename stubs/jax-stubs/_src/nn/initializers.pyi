# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from jax._src.named_sharding import NamedSharding
from jax._src.partition_spec import P
from jaxtyping_promo.array import Array
from typing import Any, Protocol, runtime_checkable

@runtime_checkable
class Initializer(Protocol):
    def __call__(self, key: Array, shape: Sequence[Any], dtype: Any = None, out_sharding: NamedSharding | P | None = None) -> Array: ...

def __getattr__(name: str) -> Any: ...
