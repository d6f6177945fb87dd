# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from dataclasses import dataclass
from jaxtyping_promo.array import Array
from jaxtyping_promo.typing import DTypeLike
from typing import Any

@dataclass
class BlockScaleConfig:
    mode: str
    block_size: int
    data_type: DTypeLike
    scale_type: DTypeLike
    global_scale: Array | None
    infer_only: bool
def __getattr__(name: str) -> Any: ...
