# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

from jax._src.tree_util import tree_map as _map

map = _map

def __getattr__(name: str) -> Any: ...
