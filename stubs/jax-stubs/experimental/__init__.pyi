# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable
from jax._src.dtypes import ExtendedDType as _ExtendedDType
from jax._src.sharding import Sharding as _Sharding
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jax._src.earray import EArray as EArray
from jax.experimental import compilation_cache as compilation_cache

def io_callback(callback: Callable[..., Any], result_shape_dtypes: Any, *args: Any, sharding: _Sharding | None = None, ordered: bool = False, **kwargs: Any) -> Any: ...
def primal_tangent_dtype(primal_dtype: Any, tangent_dtype: Any, name: str | None = None) -> _ExtendedDType: ...
cur_qdd: Any
class _Module(_JaxModule):
    made_from = "0.12.0.1"
