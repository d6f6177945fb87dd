# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from enum import Enum
from typing import Any
from typing_extensions import NamedTuple

class GatherDimensionNumbers(NamedTuple):
    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    operand_batching_dims: tuple[int, ...] = ...
    start_indices_batching_dims: tuple[int, ...] = ...
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
    operand_batching_dims: Sequence[int] = ...
    scatter_indices_batching_dims: Sequence[int] = ...
def dynamic_index_in_dim(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around dynamic_slice to perform int indexing."""
def dynamic_slice(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `DynamicSlice <https://www.openxla.org/xla/operation_semantics#dynamicslice>`_ operator."""
def dynamic_slice_in_dim(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around :func:`lax.dynamic_slice` applied to one dimension."""
def dynamic_update_index_in_dim(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around :func:`dynamic_update_slice` to update a slice of size 1 in a single ``axis``."""
def dynamic_update_slice(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `DynamicUpdateSlice <https://www.openxla.org/xla/operation_semantics#dynamicupdateslice>`_ operator."""
def dynamic_update_slice_in_dim(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around :func:`dynamic_update_slice` to update a slice in a single ``axis``."""
def gather(*args: Any, **kwargs: Any) -> Any:
    """Gather operator."""
def index_in_dim(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around :func:`lax.slice` to perform int indexing."""
def index_take(*args: Any, **kwargs: Any) -> Any: ...
def scatter(*args: Any, **kwargs: Any) -> Any:
    """Scatter-update operator."""
def scatter_add(*args: Any, **kwargs: Any) -> Any:
    """Scatter-add operator."""
def scatter_apply(*args: Any, **kwargs: Any) -> Any:
    """Scatter-apply operator."""
def scatter_max(*args: Any, **kwargs: Any) -> Any:
    """Scatter-max operator."""
def scatter_min(*args: Any, **kwargs: Any) -> Any:
    """Scatter-min operator."""
def scatter_mul(*args: Any, **kwargs: Any) -> Any:
    """Scatter-multiply operator."""
def scatter_sub(*args: Any, **kwargs: Any) -> Any:
    """Scatter-sub operator."""
def slice(*args: Any, **kwargs: Any) -> Any:
    """Wraps XLA's `Slice <https://www.openxla.org/xla/operation_semantics#slice>`_ operator."""
def slice_in_dim(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around :func:`lax.slice` applying to only one dimension."""
dynamic_slice_p: Any
dynamic_update_slice_p: Any
gather_p: Any
scatter_add_p: Any
scatter_max_p: Any
scatter_min_p: Any
scatter_mul_p: Any
scatter_p: Any
slice_p: Any
def __getattr__(name: str) -> Any: ...
