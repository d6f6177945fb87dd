# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

from jax._src.custom_batching import custom_vmap as custom_vmap

def sequential_vmap(f: Any) -> Any: ...

def __getattr__(name: str) -> Any: ...
