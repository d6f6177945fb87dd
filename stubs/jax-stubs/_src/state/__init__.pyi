# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

from jax._src.state.types import AbstractRef as AbstractRef
from jax._src.state.types import TransformedRef as TransformedRef

def __getattr__(name: str) -> Any: ...
