# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

from jax._src.sharding import Sharding as Sharding
from jax._src.named_sharding import NamedSharding as NamedSharding
from jax._src.sharding_impls import SingleDeviceSharding as SingleDeviceSharding
from jax._src.sharding_impls import set_mesh as set_mesh
from jax._src.partition_spec import P as _PartitionSpec
from jax._src.partition_spec import UnreducedKind as UnreducedKind
from jax._src.mesh import Mesh as Mesh
from jax._src.mesh import AbstractDevice as AbstractDevice
from jax._src.mesh import AbstractMesh as AbstractMesh
from jax._src.mesh import AxisType as AxisType
from jax._src.mesh import use_abstract_mesh as use_abstract_mesh
from jax._src.core import ManualAxisType as ManualAxisType

PartitionSpec = _PartitionSpec
def get_mesh() -> Mesh: ...
def make_single_device_sharding(device: Any, *, memory_kind: Any = None) -> Any: ...
def get_abstract_mesh() -> AbstractMesh: ...
def reshard(xs: Any, out_shardings: Any) -> Any: ...
def auto_axes(f: Any = None, /, *, axes: str | tuple[str, ...] | None = None, out_sharding: Any = None) -> Any: ...
def explicit_axes(f: Any = None, /, *, axes: str | tuple[str, ...] | None = None, in_sharding: Any = None) -> Any: ...

def __getattr__(name: str) -> Any: ...
