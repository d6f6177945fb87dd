# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.core import Primitive as _Primitive
from jax._src.interpreters.partial_eval import RecomputeType as _RecomputeType, SaveableType as _SaveableType
from jaxtyping_promo.array import _JaxModule
from types import SimpleNamespace
from typing import Any

from jax._src.ad_checkpoint import checkpoint_name as checkpoint_name
from jax._src.interpreters.partial_eval import Offloadable as Offloadable

checkpoint_policies: SimpleNamespace
def checkpoint_name_fwd(x: Any, name: Any) -> Any: ...
name_p: _Primitive
def print_saved_residuals(f: Any, *args: Any, **kwargs: Any) -> Any: ...
Recompute: _RecomputeType
Saveable: _SaveableType
class _Module(_JaxModule):
    made_from = "0.12.0.1"
