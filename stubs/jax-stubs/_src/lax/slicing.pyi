# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from enum import Enum
from typing import Any
from typing_extensions import NamedTuple

class GatherDimensionNumbers(NamedTuple):
    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    operand_batching_dims: tuple[int, ...]
    start_indices_batching_dims: tuple[int, ...]
class GatherScatterMode(Enum):
    CLIP = ...
    FILL_OR_DROP = ...
    PROMISE_IN_BOUNDS = ...
    ONE_HOT = ...
    @staticmethod
    def from_any(s: str | GatherScatterMode | None) -> GatherScatterMode: ...
class ScatterDimensionNumbers(NamedTuple):
    update_window_dims: Sequence[int]
    inserted_window_dims: Sequence[int]
    scatter_dims_to_operand_dims: Sequence[int]
    operand_batching_dims: Sequence[int]
    scatter_indices_batching_dims: Sequence[int]

def __getattr__(name: str) -> Any: ...
