# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.core import Primitive
from jax._src.interpreters.partial_eval import RecomputeType, SaveableType
from typing import Any

from jax._src.ad_checkpoint import checkpoint_name as checkpoint_name
from jax._src.interpreters.partial_eval import Offloadable as Offloadable

def checkpoint_name_fwd(x: Any, name: Any) -> Any: ...
name_p: Primitive
def print_saved_residuals(f: Any, *args: Any, **kwargs: Any) -> Any: ...
Recompute: RecomputeType
Saveable: SaveableType

def __getattr__(name: str) -> Any: ...
