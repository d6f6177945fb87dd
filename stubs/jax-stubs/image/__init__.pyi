# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from typing import Any

from jax._src.image.scale import ResizeMethod as ResizeMethod

def resize(image: Any, shape: Sequence[Any], method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Any: ...
def scale_and_translate(image: Any, shape: Sequence[Any], spatial_dims: Sequence[int], scale: Any, translation: Any, method: str | ResizeMethod, antialias: bool = True, precision: Any = ...) -> Any: ...

def __getattr__(name: str) -> Any: ...
