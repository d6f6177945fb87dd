# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.config import State as _State
from jaxtyping_promo.array import _JaxModule
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
from jax._src.pjit import reshard as reshard
from jax._src.pjit import auto_axes as auto_axes
from jax._src.pjit import explicit_axes as explicit_axes

PartitionSpec = _PartitionSpec
def get_mesh() -> Mesh: ...
def make_single_device_sharding(device: Any, *, memory_kind: Any = None) -> Any: ...
def get_abstract_mesh() -> AbstractMesh: ...
no_collectives: _State[frozenset[Any]]
"""Context manager for the option `jax_no_collectives`. Forbid collectives across the specified mesh axes in Explicit mode."""
class _Module(_JaxModule):
    made_from = "0.12.0.1"
