# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from jaxtyping_promo.typing import ArrayLike
from typing import Any

def map_coordinates(input: ArrayLike, coordinates: Sequence[ArrayLike], order: int, mode: str = 'constant', cval: ArrayLike = 0.0) -> Any: ...

def __getattr__(name: str) -> Any: ...
