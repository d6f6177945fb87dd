# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.sharding import Sharding
from jaxtyping_promo.array import Array
from jaxtyping_promo.dtypes import generic
from typing import Any, Generic
from typing_extensions import TypeVar

_TraceType = TypeVar("_TraceType", default=Any)
_D_co = TypeVar("_D_co", bound=generic, covariant=True, default=Any)

class ArrayImpl(Array[_D_co]):
    def __init__(self, aval: Any, sharding: Any, arrays: Any, committed: bool, _skip_checks: bool = False) -> None: ...
    aval: Any
    _sharding: Any
    _arrays: list[Any]
    _committed: bool
    _npy_value: Any
    _value: Any
    format: Any
    device_buffer: Any
    device_buffers: Any
    def is_ready(self) -> bool: ...
    def clone(self) -> ArrayImpl[_D_co]: ...
    def _copy_single_device_array_to_host_async(self) -> Any: ...
    def _check_if_deleted(self) -> Any: ...
class Shard:
    def __init__(self, device: Any, sharding: Sharding, global_shape: tuple[int, ...], data: Any = None) -> None: ...
    def __repr__(self) -> str: ...
    @property
    def index(self) -> tuple[slice, ...]: ...
    @property
    def replica_id(self) -> int: ...
    @property
    def device(self) -> Any: ...
    @property
    def data(self) -> Any: ...
    _device: Any
    _sharding: Sharding
    _global_shape: tuple[int, ...]
    _data: Any
def make_array_from_callback(*args: Any, **kwargs: Any) -> Any:
    """Returns a ``jax.Array`` via data fetched from ``data_callback``."""
def make_array_from_process_local_data(*args: Any, **kwargs: Any) -> Any:
    """Creates distributed tensor using the data available in process."""
def make_array_from_single_device_arrays(*args: Any, **kwargs: Any) -> Any:
    r"""Returns a ``jax.Array`` from a sequence of ``jax.Array``\s each on a single device. Every device in input ``sharding``\'s mesh must have an array in ``arrays``\s."""
def __getattr__(name: str) -> Any: ...
