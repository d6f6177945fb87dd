# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.dtypes import _CanonicalizeValueHandlersDict as __CanonicalizeValueHandlersDict
from jaxtyping_promo.array import _JaxModule
from typing import Any

def apply_primitive(prim: Any, *args: Any, **params: Any) -> Any: ...
canonicalize_dtype_handlers: __CanonicalizeValueHandlersDict
class Backend(Any): ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
