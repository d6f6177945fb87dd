# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.sharding import Sharding as _Sharding
from jaxtyping_promo.array import _JaxModule
from jaxtyping_promo.typing import DTypeLike
from typing import Any

def from_dlpack(external_array: Any, device: Any = None, copy: bool | None = None) -> Any: ...
def is_supported_dtype(dtype: DTypeLike) -> bool: ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
